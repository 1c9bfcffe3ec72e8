internal import TimelineJSON

/// The bytes of a line while it is written, in memory that the next line needs again.
///
/// An array would do, but asks at each of the twenty pieces of a line whether it is alone with its memory.
package struct LineBuffer: ~Copyable {
    /// How much memory is kept from one line to the next: a state that was set may have taken far more.
    private static let kept = 1 << 20

    private var base: UnsafeMutablePointer<UInt8>
    private var capacity = 512
    private var count = 0

    package init() { base = .allocate(capacity: capacity) }

    deinit { base.deallocate() }

    /// Lends what was written.
    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(UnsafeBufferPointer(start: base, count: count))
    }

    mutating func clear() {
        count = 0
        if capacity > Self.kept { grow(to: 512) }
    }

    /// Appends what a literal says.
    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { append($0) }
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        reserve(bytes.count)
        if let first = bytes.baseAddress { (base + count).update(from: first, count: bytes.count) }
        count += bytes.count
    }

    /// Appends a string in quotes, with the escapes that JSON demands.
    mutating func append(quoted text: String) {
        var text = text
        let isPlain = text.withUTF8 { text in
            append("\"")
            append(text)
            append("\"")
            return text.allSatisfy { $0 >= 0x20 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        }
        if isPlain { return }
        count -= text.utf8.count + 2
        var escaped: [UInt8] = []
        JSON.write(text, to: &escaped)
        escaped.withUnsafeBufferPointer { append($0) }
    }

    /// Appends a number as decimal digits, with zeros before it up to `width` digits.
    mutating func append(decimal value: UInt64, width: Int = 1) {
        var digits = 1
        var limit: UInt64 = 10
        while digits < 20, value >= limit {
            digits += 1
            limit = digits < 20 ? limit &* 10 : limit
        }
        digits = max(digits, width)
        reserve(digits)
        var rest = value
        for place in stride(from: count + digits - 1, through: count, by: -1) {
            base[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += digits
    }

    /// Appends the checksum of what was written, as eight lower-case hex digits, and the end of the line.
    mutating func finish() {
        let checksum = Checksum.of(UnsafeBufferPointer(start: base, count: count))
        append(",\"crc\":\"")
        reserve(8)
        for shift in stride(from: 28, through: 0, by: -4) {
            let digit = UInt8(truncatingIfNeeded: checksum >> UInt32(shift) & 0xF)
            base[count] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit
            count += 1
        }
        append("\"}\n")
    }

    private mutating func reserve(_ more: Int) {
        if count + more > capacity { grow(to: max(2 * capacity, count + more)) }
    }

    private mutating func grow(to newCapacity: Int) {
        let other = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
        other.update(from: base, count: count)
        base.deallocate()
        base = other
        capacity = newCapacity
    }
}
