internal import TimelineKit

/// The texts of the collections of the state that was encoded last. The next state of the run has most of them in the same memory: they
/// are not encoded again, and neither are most elements of a long array that is in new memory. Each is kept until then, so that no
/// other collection gets its memory. Their elements need value semantics, as states do. For one thread at a time.
final class SharedTexts: KnownTexts {
    private struct Key: Hashable {
        let storage: UnsafeRawPointer
        let count: Int
        let type: ObjectIdentifier
        /// Around other levels, it may not fit.
        let depth: Int
    }

    private struct Place: Hashable {
        let type: ObjectIdentifier
        let depth: Int
    }

    private var last: [Key: (text: [UInt8], collection: Any)] = [:]
    private var current: [Key: (text: [UInt8], collection: Any)] = [:]
    /// The long arrays that are encoded now, the innermost last.
    private var open: [(place: Place, elements: ElementTexts)] = []
    /// Of the array of a type that was encoded last.
    private var elements: [Place: ElementTexts] = [:]

    private func key<Value: CopiedOnWrite>(_ value: Value, _ depth: Int) -> Key? {
        value.storage.map { Key(storage: $0, count: value.count, type: ObjectIdentifier(Value.self), depth: depth) }
    }

    func text<Value>(of value: Value, depth: Int) -> ArraySlice<UInt8>? {
        let array = open.last.flatMap { $0.place.depth == depth - 1 ? $0.elements : nil }
        if let text = array?.text(of: value) { return text }
        guard let value = value as? any CopiedOnWrite, let key = key(value, depth) else { return nil }
        if let known = current[key] ?? last[key] {
            current[key] = known
            array?.add(known.text.count, of: value)
            return known.text[...]
        }
        let place = Place(type: key.type, depth: depth)
        if key.count >= 32, let texts = value.texts(like: elements[place]) {
            open.append((place, texts))
        }
        return nil
    }

    func add<Value>(_ text: UnsafeBufferPointer<UInt8>, of value: Value, depth: Int) {
        lazy var bytes = Array(text)
        if let (place, texts) = open.last, place == Place(type: ObjectIdentifier(Value.self), depth: depth) {
            open.removeLast()
            elements[place] = texts.end(bytes) ? texts : nil
        }
        if let array = open.last, array.place.depth == depth - 1 { array.elements.add(text.count, of: value) }
        if text.count > 64, let value = value as? any CopiedOnWrite, let key = key(value, depth) {
            current[key] = (bytes, value)
        }
    }

    func endRoot() {
        (last, current) = (current, [:])
        open = []
    }
}

private protocol CopiedOnWrite {
    var storage: UnsafeRawPointer? { get }
    var count: Int { get }
    func texts(like other: ElementTexts?) -> ElementTexts?
}

extension CopiedOnWrite {
    fileprivate func texts(like other: ElementTexts?) -> ElementTexts? { nil }
}

extension Array: CopiedOnWrite {
    fileprivate var storage: UnsafeRawPointer? { withUnsafeBytes { $0.baseAddress } }

    fileprivate func texts(like other: ElementTexts?) -> ElementTexts? {
        ElementTexts(Element.self, count: count, like: other)
    }
}

// A set and a dictionary are a reference to their memory.
extension Set: CopiedOnWrite {
    fileprivate var storage: UnsafeRawPointer? { unsafeBitCast(self, to: UnsafeRawPointer?.self) }
}

extension Dictionary: CopiedOnWrite {
    fileprivate var storage: UnsafeRawPointer? { unsafeBitCast(self, to: UnsafeRawPointer?.self) }
}
