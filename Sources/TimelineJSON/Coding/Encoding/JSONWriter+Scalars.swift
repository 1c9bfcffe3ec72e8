/// Strings and numbers as text.
extension JSONWriter {
    /// Appends one byte.
    @inline(__always) func append(byte: UInt8) {
        reserve(1)
        base[count] = byte
        count &+= 1
    }

    /// Appends bytes that need no escapes.
    @inline(__always) func append(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        reserve(bytes.count)
        (base + count).update(from: start, count: bytes.count)
        count &+= bytes.count
    }

    @inline(__always) func append(word: StaticString) {
        append(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    func appendNull() { append(word: "null") }

    func append(_ value: Bool) { append(word: value ? "true" : "false") }

    // MARK: - Strings

    /// Appends a string in quotes, with the escapes that JSON demands and no others.
    @inline(__always) func append(_ text: String) {
        text.withContiguousUTF8 { _ = appendQuoted($0) }
    }

    /// Appends text in quotes. Returns whether there are escapes in it.
    func appendQuoted(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        reserve(text.count &+ 2)
        base[count] = UInt8(ascii: "\"")
        count &+= 1
        let isPlain = appendPlain(text)
        if !isPlain.all { appendEscaping(UnsafeBufferPointer(rebasing: text[isPlain.count...])) }
        append(byte: UInt8(ascii: "\""))
        return !isPlain.all
    }

    /// Appends what of `text` comes before the first byte that needs an escape; room for all of it is there.
    @inline(__always)
    private func appendPlain(_ text: UnsafeBufferPointer<UInt8>) -> (count: Int, all: Bool) {
        guard let source = text.baseAddress.map(UnsafeRawPointer.init) else { return (0, true) }
        let target = UnsafeMutableRawPointer(base + count)
        let length = text.count
        var place = 0
        while place &+ 8 <= length {
            let word = source.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            guard ByteWord.escapes(in: word) == 0 else { break }
            target.storeBytes(of: word, toByteOffset: place, as: UInt64.self)
            place &+= 8
        }
        // The rest at once: as the last eight bytes, or the first four and the last.
        let rest = length &- place
        if length >= 8, rest < 8 {
            let word = source.loadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
            if ByteWord.escapes(in: word) == 0 {
                target.storeBytes(of: word, toByteOffset: length &- 8, as: UInt64.self)
                place = length
            }
        } else if rest >= 4, rest < 8 {
            let first = source.loadUnaligned(as: UInt32.self)
            let last = source.loadUnaligned(fromByteOffset: length &- 4, as: UInt32.self)
            if ByteWord.escapes(in: UInt64(first) &<< 32 | UInt64(last)) == 0 {
                target.storeBytes(of: first, as: UInt32.self)
                target.storeBytes(of: last, toByteOffset: length &- 4, as: UInt32.self)
                place = length
            }
        }
        while place < length {
            let byte = source.load(fromByteOffset: place, as: UInt8.self)
            guard byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else { break }
            target.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
            place &+= 1
        }
        count &+= place
        return (place, place == length)
    }

    private static let hexadecimalDigits: StaticString = "0123456789abcdef"

    @inline(never) private func appendEscaping(_ text: UnsafeBufferPointer<UInt8>) {
        // No escape takes more than six bytes; one is left for the quote.
        reserve(6 * text.count + 1)
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""): append(word: #"\""#)
            case UInt8(ascii: "\\"): append(word: #"\\"#)
            case 0x08: append(word: #"\b"#)
            case 0x09: append(word: #"\t"#)
            case 0x0A: append(word: #"\n"#)
            case 0x0C: append(word: #"\f"#)
            case 0x0D: append(word: #"\r"#)
            case 0..<0x20:
                if byte < 0x10 { append(word: #"\u000"#) } else { append(word: #"\u001"#) }
                append(byte: Self.hexadecimalDigits.utf8Byte(Int(byte & 0xF)))
            default: append(byte: byte)
            }
        }
    }

    // MARK: - Numbers

    @inline(__always) func append<Number: FixedWidthInteger>(_ value: Number) {
        if Number.bitWidth > 64 {
            append(ascii: String(value))
        } else if Number.isSigned, value < 0 {
            append(byte: UInt8(ascii: "-"))
            appendDigits(UInt64(truncatingIfNeeded: value.magnitude))
        } else {
            appendDigits(UInt64(truncatingIfNeeded: value))
        }
    }

    private func appendDigits(_ value: UInt64) {
        reserve(20)
        if value < 10 {
            base[count] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: value)
            count &+= 1
            return
        }
        let length = value.decimalDigitCount
        var rest = value
        var place = base + (count &+ length)
        while rest >= 100 {
            let pair = Int(truncatingIfNeeded: rest % 100)
            rest /= 100
            place -= 2
            place[0] = DecimalPairs.tens(pair)
            place[1] = DecimalPairs.ones(pair)
        }
        if rest >= 10 {
            place[-2] = DecimalPairs.tens(Int(truncatingIfNeeded: rest))
            place[-1] = DecimalPairs.ones(Int(truncatingIfNeeded: rest))
        } else {
            place[-1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest)
        }
        count &+= length
    }

    /// Appends the shortest digits that read back as the same number; what is no number, as its name.
    func append(_ value: Double) {
        // Below this, a whole number is written with all its digits.
        if value.magnitude < 1e15, value.rounded(.towardZero) == value, value != 0 || value.sign == .plus {
            return append(Int64(value))
        }
        appendFloatingPoint(value)
    }

    func append(_ value: Float) { appendFloatingPoint(value) }

    private func appendFloatingPoint(_ value: some BinaryFloatingPoint & CustomStringConvertible) {
        guard value.isFinite else {
            return append(word: value.isNaN ? #""NaN""# : value < 0 ? #""-Infinity""# : #""Infinity""#)
        }
        append(ascii: value.description)
        // `1.0` is written as `1`.
        if base[count - 1] == UInt8(ascii: "0"), base[count - 2] == UInt8(ascii: ".") { count -= 2 }
    }

    /// Appends text that needs no escapes.
    func append(ascii text: String) { text.withContiguousUTF8 { append($0) } }
}
