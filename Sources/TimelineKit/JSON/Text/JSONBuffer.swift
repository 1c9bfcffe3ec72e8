/// JSON text while it is written. An array would check at each append whether its memory is shared.
package struct JSONBuffer: ~Copyable {
    private(set) var base: UnsafeMutablePointer<UInt8>
    package internal(set) var count = 0
    package private(set) var capacity: Int

    package init(capacity: Int = 512) {
        self.capacity = capacity
        base = .allocate(capacity: capacity)
    }

    deinit { base.deallocate() }

    var bytes: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: base, count: count) }

    package func withBytes<Result, Failure: Error>(
        _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try body(bytes)
    }

    package static func bytes(_ write: (inout JSONBuffer) -> Void) -> [UInt8] {
        var buffer = JSONBuffer()
        write(&buffer)
        return Array(buffer.bytes)
    }

    package mutating func removeAll(keepingCapacity limit: Int) {
        count = 0
        if capacity > limit { self = JSONBuffer() }
    }

    @inline(__always) mutating func reserve(_ more: Int) { if count &+ more > capacity { grow(more) } }

    @inline(never) private mutating func grow(_ more: Int) {
        // A copy of many bytes is slow, and memory that is never used costs little.
        capacity = max((capacity < 1 << 16 ? 2 : 4) * capacity, count + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: base, count: count)
        base.deallocate()
        base = larger
    }

    // MARK: - Bytes

    @inline(__always) package mutating func append(byte: UInt8) {
        reserve(1)
        base[count] = byte
        count &+= 1
    }

    @inline(__always) package mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        reserve(bytes.count)
        (base + count).update(from: start, count: bytes.count)
        count &+= bytes.count
    }

    @inline(__always) package mutating func append(word: StaticString) {
        append(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    mutating func append(ascii text: String) { text.withContiguousUTF8 { append($0) } }

    mutating func appendNull() { append(word: "null") }

    @inline(__always) mutating func append(_ value: Bool) {
        reserve(8)
        // The word as a number, its first byte the lowest.
        let word: UInt64 = value ? 0x6575_7274 : 0x65_736C_6166
        UnsafeMutableRawPointer(base + count).storeBytes(of: word.littleEndian, as: UInt64.self)
        count &+= value ? 4 : 5
    }

    // MARK: - Strings

    /// In quotes, with only the escapes that JSON requires.
    @inline(__always) package mutating func append(_ text: String) { text.withContiguousUTF8 { _ = appendQuoted($0) } }

    /// A comma unless it is the first, the key in quotes, a colon.
    @inline(__always)
    mutating func append(key: UnsafeBufferPointer<UInt8>, isFirst: Bool) -> (start: Int, isEscaped: Bool) {
        reserve(key.count &+ 12)
        base[count] = UInt8(ascii: ",")
        count &+= isFirst ? 0 : 1
        let start = count
        base[start] = UInt8(ascii: "\"")
        count &+= 1
        let plain = appendPlain(key)
        if plain < key.count { appendEscaping(UnsafeBufferPointer(rebasing: key[plain...])) }
        reserve(2)
        base[count] = UInt8(ascii: "\"")
        base[count &+ 1] = UInt8(ascii: ":")
        count &+= 2
        return (start, plain < key.count)
    }

    @inline(__always) mutating func append(copyOf part: Range<Int>) {
        reserve(part.count)
        (base + count).update(from: base + part.lowerBound, count: part.count)
        count &+= part.count
    }

    mutating func appendQuoted(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        reserve(text.count &+ 10)
        base[count] = UInt8(ascii: "\"")
        count &+= 1
        let plain = appendPlain(text)
        if plain < text.count { appendEscaping(UnsafeBufferPointer(rebasing: text[plain...])) }
        append(byte: UInt8(ascii: "\""))
        return plain < text.count
    }

    /// Up to the first byte that needs an escape; returns its offset. There must be room for the text and eight bytes more.
    @inline(__always) private mutating func appendPlain(_ text: UnsafeBufferPointer<UInt8>) -> Int {
        guard let start = text.baseAddress else { return 0 }
        let source = UnsafeRawPointer(start)
        let target = UnsafeMutableRawPointer(base + count)
        let length = text.count
        var offset = 0
        if length < 8 {
            // All bytes in one word, with spaces behind them.
            let word =
                ByteWord.prefix(start, length) | 0x2020_2020_2020_2020 &>> UInt64(truncatingIfNeeded: 8 &* length)
            if ByteWord.escapes(in: word) == 0 {
                target.storeBytes(of: word.bigEndian, as: UInt64.self)
                offset = length
            }
        } else {
            while offset &+ 8 <= length {
                let word = source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                guard ByteWord.escapes(in: word) == 0 else { break }
                target.storeBytes(of: word, toByteOffset: offset, as: UInt64.self)
                offset &+= 8
            }
            // The last eight bytes may overlap those before.
            if length &- offset < 8 {
                let word = source.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
                if ByteWord.escapes(in: word) == 0 {
                    target.storeBytes(of: word, toByteOffset: length &- 8, as: UInt64.self)
                    offset = length
                }
            }
        }
        while offset < length {
            let byte = source.load(fromByteOffset: offset, as: UInt8.self)
            guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { break }
            target.storeBytes(of: byte, toByteOffset: offset, as: UInt8.self)
            offset &+= 1
        }
        count &+= offset
        return offset
    }

    @inline(never)
    mutating func appendEscaping(_ text: UnsafeBufferPointer<UInt8>, quote: UInt8 = UInt8(ascii: "\"")) {
        reserve(text.count + 1)
        for byte in text {
            switch byte {
            case quote, UInt8(ascii: "\\"):
                append(byte: UInt8(ascii: "\\"))
                append(byte: byte)
            case 0x08: append(word: #"\b"#)
            case 0x09: append(word: #"\t"#)
            case 0x0A: append(word: #"\n"#)
            case 0x0C: append(word: #"\f"#)
            case 0x0D: append(word: #"\r"#)
            case 0..<0x20:
                append(word: byte < 0x10 ? #"\u000"# : #"\u001"#)
                append(byte: (byte & 0xF < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10) + byte & 0xF)
            default: append(byte: byte)
            }
        }
    }

    // MARK: - Numbers

    @inline(__always) mutating func append<Number: FixedWidthInteger>(_ value: Number) {
        if Number.bitWidth > 64 {
            append(ascii: String(value))
        } else if Number.isSigned, value < 0 {
            append(byte: UInt8(ascii: "-"))
            append(decimal: UInt64(truncatingIfNeeded: value.magnitude))
        } else {
            append(decimal: UInt64(truncatingIfNeeded: value))
        }
    }

    private static let digitPairs: StaticString = """
        00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445464748495051525354\
        555657585960616263646566676869707172737475767778798081828384858687888990919293949596979899
        """

    package mutating func append(decimal value: UInt64) {
        var length = 1
        var rest = value
        while rest >= 10_000 {
            rest /= 10_000
            length &+= 4
        }
        length &+= rest < 10 ? 0 : rest < 100 ? 1 : rest < 1_000 ? 2 : 3
        reserve(length)
        rest = value
        var digit = base + (count &+ length)
        for _ in 0..<length / 2 {
            let pair = Self.digitPairs.utf8Start + 2 &* Int(truncatingIfNeeded: rest % 100)
            rest /= 100
            digit -= 2
            digit[0] = pair[0]
            digit[1] = pair[1]
        }
        if length & 1 == 1 { digit[-1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest % 10) }
        count &+= length
    }

    /// The shortest digits that read back as the same number; for NaN and the infinities, their names.
    mutating func append(_ value: Double) {
        // Below 10^15, a whole number is written with all its digits.
        if value.magnitude < 1e15, value.rounded(.towardZero) == value, value != 0 || value.sign == .plus {
            return append(Int64(value))
        }
        appendFloatingPoint(value)
    }

    mutating func append(_ value: Float) { appendFloatingPoint(value) }

    private mutating func appendFloatingPoint(_ value: some BinaryFloatingPoint & CustomStringConvertible) {
        guard value.isFinite else {
            return append(word: value.isNaN ? #""NaN""# : value < 0 ? #""-Infinity""# : #""Infinity""#)
        }
        append(ascii: value.description)
        // `1.0` is written as `1`.
        if base[count - 1] == UInt8(ascii: "0"), base[count - 2] == UInt8(ascii: ".") { count -= 2 }
    }
}
