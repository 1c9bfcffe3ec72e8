/// The bytes of one JSON value, known to be sound, and not yet taken apart.
///
/// Most of what a journal holds is passed over or handed on as it is; only what is looked at costs a tree.
package struct JSONText: Sendable, Equatable {
    package let bytes: [UInt8]

    /// Takes bytes that were checked already, or come from an encoder of ours.
    package init(unchecked bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// The text of a value.
    package init(_ value: JSON) { bytes = value.text }

    /// The value.
    package var value: JSON {
        do { return try JSON(parsing: bytes) } catch {
            preconditionFailure("text that was checked is not JSON: \(error)")
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

    /// The members of the object that `line` spells: each key with the range of its value in `line`.
    ///
    /// The whole line is checked; nothing but the keys is built. Duplicate keys are refused at every depth.
    package static func members(
        of line: some RandomAccessCollection<UInt8>
    ) throws(JSONError) -> [(key: String, value: Range<Int>)] {
        let found =
            line.withContiguousStorageIfAvailable { JSONReader.members(of: $0) }
            ?? Array(line).withUnsafeBufferPointer { JSONReader.members(of: $0) }
        if let found { return found }
        // What is wrong with it, the other walk says.
        return try withScanner(over: line) { (scanner) throws(JSONError) in
            scanner.skipSpace()
            guard scanner.peek() == UInt8(ascii: "{") else { throw scanner.unexpected("an object") }
            try scanner.skipValue()
            try scanner.finish()
            preconditionFailure("both walks over a text must come to one verdict")
        }
    }
}
