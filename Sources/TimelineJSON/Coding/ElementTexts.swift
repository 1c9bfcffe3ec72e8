/// The texts of the elements of large arrays, as they were encoded last. An element with the same bytes in memory has the same text: the
/// earlier array is kept, so what its elements refer to is neither freed nor changed in place, unless it is an instance of a class. For one
/// thread at a time.
package final class ElementTexts: @unchecked Sendable {
    final class Elements<Element> {
        let elements: [Element]
        /// With commas between them.
        let text: [UInt8]
        let ends: [Int]

        init(_ elements: [Element], _ text: [UInt8], _ ends: [Int]) {
            (self.elements, self.text, self.ends) = (elements, text, ends)
        }
    }

    /// By the hash of the coding path. An array of another path with the same hash costs time only.
    var arrays: [UInt64: AnyObject] = [:]
    private let areArrays = TypeTable<Bool>()

    static let (leastCount, leastSize, arrayLimit) = (8, 16, 1024)

    package init() {}

    func isArray<Value>(_ type: Value.Type) -> Bool {
        let id = ObjectIdentifier(type)
        if let known = areArrays[id] { return known }
        let isArray = type is any ReusableArray.Type
        areArrays.add(isArray, id)
        return isArray
    }
}

protocol ReusableArray {
    /// Returns false if the array is too small for that.
    func encodeElements(to encoder: JSONValueEncoder, _ texts: ElementTexts) throws -> Bool
}

extension Array: ReusableArray where Element: Encodable {
    func encodeElements(to encoder: JSONValueEncoder, _ texts: ElementTexts) throws -> Bool {
        guard count >= ElementTexts.leastCount, MemoryLayout<Element>.size >= ElementTexts.leastSize else {
            return false
        }
        let writer = encoder.writer
        let path = writer.pathHash
        let earlier = texts.arrays[path] as? ElementTexts.Elements<Element>
        let (old, oldCount) = (earlier?.elements ?? [], earlier?.elements.count ?? 0)
        let container = JSONUnkeyedEncodingContainer(encoder: encoder)
        _ = encoder.unkeyedContainer()
        let start = writer.count
        var ends: [Int] = []
        ends.reserveCapacity(count)
        var (index, shift) = (0, 0)
        while index < count {
            let run = encoder.isInnermost ? sameElements(from: index, old, from: index + shift) : 0
            if let earlier, run > 0 {
                let first = index + shift
                let range = (first == 0 ? 0 : earlier.ends[first - 1] + 1)..<earlier.ends[first + run - 1]
                writer.beginElement(encoder.frame)
                let moved = writer.count - start - range.lowerBound
                earlier.text.withUnsafeBufferPointer { writer.buffer.append(UnsafeBufferPointer(rebasing: $0[range])) }
                writer.frames[encoder.frame].count += run - 1
                for end in earlier.ends[first..<first + run] { ends.append(end + moved) }
                index += run
            } else if shift == 0, oldCount > 0, oldCount != count {
                // Elements were inserted or removed here: the others are compared from the end.
                shift = oldCount - count
            } else {
                try container.encode(self[index])
                ends.append(writer.count - start)
                index += 1
            }
        }
        guard encoder.isInnermost, writer.splices.isEmpty else { return true }
        if texts.arrays.count > ElementTexts.arrayLimit { texts.arrays = [:] }
        let text = UnsafeBufferPointer(start: writer.buffer.base + start, count: writer.count - start)
        texts.arrays[path] = ElementTexts.Elements(self, Array<UInt8>(text), ends)
        return true
    }

    /// The number of elements from two places on that have the same bytes in memory.
    private func sameElements(from first: Int, _ other: [Element], from otherFirst: Int) -> Int {
        let limit = Swift.min(count - first, other.count - otherFirst)
        guard otherFirst >= 0, limit > 0 else { return 0 }
        let stride = MemoryLayout<Element>.stride
        let copies = UnsafeMutableRawPointer.allocate(byteCount: 2 * stride, alignment: MemoryLayout<Element>.alignment)
        defer { copies.deallocate() }
        return withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { other in
                guard let one = one.baseAddress, let other = other.baseAddress else { return 0 }
                if one == other, first == otherFirst { return limit }
                var run = 0
                while run < limit, Self.isSame(one + (first + run), other + (otherFirst + run), copies) { run += 1 }
                return run
            }
        }
    }

    /// Bytes that no value uses may differ. A copy into memory of zeros leaves them out, as far as the type copies its parts.
    private static func isSame(
        _ one: UnsafePointer<Element>, _ other: UnsafePointer<Element>, _ copies: UnsafeMutableRawPointer
    ) -> Bool {
        let (size, stride) = (MemoryLayout<Element>.size, MemoryLayout<Element>.stride)
        func haveSameBytes(_ one: UnsafeRawPointer, _ other: UnsafeRawPointer) -> Bool {
            func bytes(_ start: UnsafeRawPointer) -> UnsafeBufferPointer<UInt8> {
                UnsafeBufferPointer(start: start.assumingMemoryBound(to: UInt8.self), count: size)
            }
            return ByteWord.commonPrefix(bytes(one), bytes(other)) == size
        }
        if haveSameBytes(one, other) { return true }
        copies.initializeMemory(as: UInt8.self, repeating: 0, count: 2 * stride)
        let elements = copies.bindMemory(to: Element.self, capacity: 2)
        elements.initialize(from: one, count: 1)
        (elements + 1).initialize(from: other, count: 1)
        defer { elements.deinitialize(count: 2) }
        return haveSameBytes(copies, copies + stride)
    }
}
