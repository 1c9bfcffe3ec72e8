internal import TimelineJSON

/// The buffer in which a line is encoded, which is reused for the next line.
package struct LineBuffer: ~Copyable {
    /// The number of bytes to keep: the line of a large state takes far more.
    private static let kept = 1 << 20

    private var text = JSONBuffer()

    package init() {}

    /// Calls `body` with the line.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try text.withBytes(body)
    }

    mutating func clear() { text.removeAll(keepingCapacity: Self.kept) }

    mutating func append(_ literal: StaticString) { text.append(word: literal) }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) { text.append(bytes) }

    /// Appends a string in quotes, with the escapes that JSON requires.
    mutating func append(quoted string: String) { text.append(string) }

    /// Appends a number as decimal digits, with leading zeros up to `width` digits.
    mutating func append(decimal value: UInt64, width: Int = 1) { text.append(decimal: value, width: width) }

    /// Appends the checksum of the line as eight lower-case hex digits, and the end of the line.
    mutating func finish() {
        let checksum = text.withBytes { Checksum.of($0) }
        append(",\"crc\":\"")
        for shift in stride(from: 28, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: checksum >> UInt32(shift) & 0xF)
            text.append(byte: digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
        }
        append("\"}\n")
    }
}
