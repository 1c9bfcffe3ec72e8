protocol JSONDecodableArray: Decodable {
    static func decoded(by reader: JSONReader, _ array: Int, in parent: Int) throws -> Self
}

extension Array: JSONDecodableArray where Element: Decodable {
    /// The same as `init(from:)`, with less overhead per element.
    static func decoded(by reader: JSONReader, _ array: Int, in parent: Int) throws -> [Element] {
        try reader.requireArray(array, in: parent)
        let end = reader.tape.end(array)
        let count = reader.tape.count(from: array &+ 2, upTo: end)
        // A short text of many elements must not make an app allocate much memory before the first is found to be wrong.
        let length = reader.tape.offset(end &+ 2) &- reader.tape.offset(array)
        guard count &* MemoryLayout<Element>.stride <= 8 &* (1024 &+ length) else {
            return try Self(from: JSONValueDecoder(reader: reader, value: array, parent: parent))
        }
        return try Self(unsafeUninitializedCapacity: count) { elements, initializedCount in
            guard let start = elements.baseAddress else { return }
            var index = array &+ 2
            while index < end {
                reader.setCurrentElement(index, initializedCount, in: array)
                (start + initializedCount).initialize(to: try reader.decode(Element.self, index, in: array))
                initializedCount &+= 1
                index = reader.tape.next(index)
            }
        }
    }
}
