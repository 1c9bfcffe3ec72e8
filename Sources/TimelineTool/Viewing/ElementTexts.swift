internal import TimelineKit

/// The texts of the elements of an array that was encoded, or is. Beside each is a copy, in memory that is zero where a copy of a value
/// writes nothing: values with equal bytes are equal, as the copies keep what they refer to.
final class ElementTexts {
    private let type: ObjectIdentifier
    private let capacity: Int
    private let stride: Int
    private let memory: UnsafeMutableRawPointer
    private let deinitialize: (UnsafeMutableRawPointer, Int) -> Void
    /// The number of elements that have a copy.
    private var count = 0
    /// Where the text of each ends in that of the array.
    private var ends: [Int] = []
    /// The values of the type that are encoded now: an element may have the text of a value in it.
    private var encoded = 0
    private var text: [UInt8] = []
    /// An array before this one, until this one is encoded.
    private var other: ElementTexts?

    init<Element>(_ type: Element.Type, count: Int, like other: ElementTexts?) {
        (self.type, capacity, stride, self.other) = (ObjectIdentifier(type), count, MemoryLayout<Element>.stride, other)
        memory = .allocate(byteCount: max(1, capacity * stride), alignment: MemoryLayout<Element>.alignment)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: capacity * stride)
        deinitialize = { $0.assumingMemoryBound(to: Element.self).deinitialize(count: $1) }
        ends.reserveCapacity(count)
    }

    deinit {
        deinitialize(memory, count)
        memory.deallocate()
    }

    /// Notes that an element is encoded next. Returns its text if the other array has it as many places from the start or from the end.
    func text<Value>(of value: Value) -> ArraySlice<UInt8>? {
        guard ObjectIdentifier(Value.self) == type else { return nil }
        encoded += 1
        guard encoded == 1, count < capacity, count == ends.count else { return nil }
        let copy = memory + count * stride
        // Other ways to initialize it may copy the bytes between the parts of a value.
        withUnsafePointer(to: value) { copy.assumingMemoryBound(to: Value.self).initialize(from: $0, count: 1) }
        count += 1
        let places = [count - 1, count - 1 - capacity + (other?.count ?? 0)]
        guard let other, let place = places.first(where: { other.hasElement(at: $0, like: copy) }) else { return nil }
        let text = other.text[(place > 0 ? other.ends[place - 1] : 0) + 1..<other.ends[place]]
        add(text.count, of: value)
        return text
    }

    private func hasElement(at place: Int, like copy: UnsafeMutableRawPointer) -> Bool {
        guard ends.indices.contains(place) else { return false }
        func bytes(_ start: UnsafeMutableRawPointer) -> UnsafeBufferPointer<UInt8> {
            UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: stride)
        }
        return ByteWord.commonPrefix(bytes(memory + place * stride), bytes(copy)) == stride
    }

    /// Notes that an element has been encoded.
    func add<Value>(_ length: Int, of value: Value) {
        guard ObjectIdentifier(Value.self) == type else { return }
        encoded -= 1
        if encoded == 0 { ends.append((ends.last ?? 0) + 1 + length) }
    }

    /// Takes the text of the whole array. Returns false if it is not that of its elements one by one.
    func end(_ text: [UInt8]) -> Bool {
        other = nil
        self.text = text
        return ends.count == capacity && count == capacity && (ends.last ?? 0) + 1 == text.count
    }
}
