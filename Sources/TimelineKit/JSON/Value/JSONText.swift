/// The bytes of one JSON value, which are valid and not yet parsed. Most values in a journal are skipped or copied without a parse.
package struct JSONText: Sendable {
    private let whole: [UInt8]
    private let range: Range<Int>

    package init(unchecked bytes: some Sequence<UInt8>) {
        whole = Array(bytes)
        range = 0..<whole.count
    }

    package init(unchecked text: [UInt8], in range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= text.count, "\(range) is not in the text")
        whole = text
        self.range = range
    }

    package init(_ value: JSON) { self.init(unchecked: value.text) }

    /// A copy, if the value is part of a line.
    package var bytes: [UInt8] { range.count == whole.count ? whole : withBytes { Array($0) } }
    package var count: Int { range.count }

    @inline(__always)
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try whole.withUnsafeBufferPointer { (whole) throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: whole[range]))
        }
    }

    package func begins(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        withBytes { ByteWord.commonPrefix($0, text) == $0.count }
    }

    package var value: JSON {
        do throws(JSONError) {
            return try withBytes { (bytes) throws(JSONError) in try JSON(parsing: bytes) }
        } catch { preconditionFailure("text that was checked is not JSON: \(error)") }
    }

    package var string: String? {
        withBytes { bytes in
            guard bytes.first == UInt8(ascii: "\"") else { return nil }
            let inside = UnsafeBufferPointer(rebasing: bytes[1..<bytes.count - 1])
            return StringEscapes.text(of: inside, isPlain: !inside.contains(UInt8(ascii: "\\")))
        }
    }

    package struct Member: Sendable {
        /// Without escapes.
        package let name: String
        package let value: Range<Int>
    }

    package static func members(of line: [UInt8]) throws(JSONError) -> [Member] {
        try line.withUnsafeBufferPointer { (line) throws(JSONError) in
            if let start = line.firstIndex(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }),
                line[start] != UInt8(ascii: "{")
            {
                throw JSONError(at: start, in: line, expected: "an object")
            }
            let tape = try JSONTape(line)
            var members: [Member] = []
            members.reserveCapacity(8)
            var index = 2
            let end = tape.end(0)
            while index < end {
                members.append(Member(name: tape.key(index), value: tape.range(of: index + 2)))
                index = tape.next(index + 2)
            }
            return members
        }
    }
}

extension JSONText: Hashable {
    package func hash(into hasher: inout Hasher) { withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) } }

    package static func == (one: JSONText, other: JSONText) -> Bool {
        one.count == other.count && one.withBytes { one in other.begins(one) }
    }
}
