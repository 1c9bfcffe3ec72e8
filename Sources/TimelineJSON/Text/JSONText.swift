/// The bytes of one JSON value, known to be sound, and not yet taken apart.
///
/// Most of what a journal holds is passed over or handed on as it is; only what is looked at costs a tree.
package struct JSONText: Sendable {
    /// What the text is a part of. A line is kept as long as its value is.
    private let whole: [UInt8]
    private let range: Range<Int>

    /// Takes bytes that were checked already, or come from an encoder of ours.
    package init(unchecked bytes: some Sequence<UInt8>) {
        whole = Array(bytes)
        range = 0..<whole.count
    }

    /// Takes a part of a text that was checked, without copying it.
    package init(unchecked text: [UInt8], in range: Range<Int>) {
        precondition(range.lowerBound >= 0 && range.upperBound <= text.count, "\(range) is not in the text")
        whole = text
        self.range = range
    }

    /// The text of a value.
    package init(_ value: JSON) { self.init(unchecked: value.text) }

    /// The bytes. Copies them, where they are a part.
    package var bytes: [UInt8] { range.count == whole.count ? whole : withBytes { Array($0) } }

    /// How many bytes it has.
    package var count: Int { range.count }

    /// Runs `body` on the bytes.
    @inline(__always)
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try whole.withUnsafeBufferPointer { (whole) throws(Failure) in
            try body(UnsafeBufferPointer(rebasing: whole[range]))
        }
    }

    /// The value.
    package var value: JSON {
        do { return try JSON(parsing: bytes) } catch {
            preconditionFailure("text that was checked is not JSON: \(error)")
        }
    }

    /// The text without its quotes and escapes, where this is a string.
    package var string: String? {
        withBytes { bytes in
            guard bytes.first == UInt8(ascii: "\"") else { return nil }
            let inside = UnsafeBufferPointer(rebasing: bytes[1..<bytes.count - 1])
            return inside.contains(UInt8(ascii: "\\"))
                ? String(decoding: JSONScanner.unescaped(inside), as: UTF8.self)
                : String(decoding: inside, as: UTF8.self)
        }
    }

    /// How deep arrays and objects stand in each other: 0 for a number or a string.
    var depth: Int {
        var depth = 0
        var deepest = 0
        var isInString = false
        var isEscaped = false
        for byte in bytes {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
        }
        return deepest
    }

    /// The members of the object that `line` spells.
    ///
    /// The whole line is checked, and nothing is built. Duplicate keys are refused at every depth.
    package static func members(of line: [UInt8]) throws(JSONError) -> [JSONMember] {
        let found = line.withUnsafeBufferPointer { bytes -> Result<[JSONMember], JSONError> in
            do throws(JSONError) { return .success(try members(of: bytes)) } catch { return .failure(error) }
        }
        return try found.get()
    }

    private static func members(of line: UnsafeBufferPointer<UInt8>) throws(JSONError) -> [JSONMember] {
        if let found = JSONReader.members(of: line) { return found }
        // What is wrong with it, the other walk says.
        var scanner = JSONScanner(line)
        var found: [JSONMember] = []
        found.reserveCapacity(8)
        scanner.skipSpace()
        guard scanner.peek() == UInt8(ascii: "{") else { throw scanner.unexpected("an object") }
        try scanner.skipMembers { found.append($0) }
        try scanner.finish()
        return found
    }
}

extension JSONText: Equatable {
    package static func == (one: JSONText, other: JSONText) -> Bool {
        one.withBytes { one in other.withBytes { one.elementsEqual($0) } }
    }
}
