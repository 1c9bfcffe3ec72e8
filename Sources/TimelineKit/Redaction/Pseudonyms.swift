/// Equal values have equal pseudonyms, and guessing a value requires the key. The article "Hiding values" lists the forms.
/// Numbers are equal by value, texts by bytes. Two of a thousand small integers (30 bits) collide with one key in two thousand.
/// Empty values stay, since reducers test for them, and so do Boolean values: a pseudonym would reveal them or change a branch.
/// A type with fewer values than its JSON type, such as an enumeration of strings, cannot be decoded from a pseudonym.
package struct Pseudonyms: Sendable {
    private let hmac: HMACSHA256

    /// - Parameter key: At least 16 random bytes.
    package init(key: [UInt8]) { hmac = HMACSHA256(key: key) }

    package static func random() -> Pseudonyms { Pseudonyms(key: (0..<32).map { _ in .random(in: .min ... .max) }) }

    /// In the header's `redaction`.
    package static let method = "HMAC-SHA-256"

    // MARK: - Making

    /// The names of objects stay.
    package func of(_ value: JSON) -> JSON {
        switch value {
        case .null, .bool: return value
        case .string(let text): return .string(of(text))
        case .number(let number): return .number(of(number))
        case .array(let elements): return .array(elements.map(of))
        case .object(let object):
            return .object(JSONObject(object.members.map { .init(key: $0.key, value: of($0.value)) }))
        }
    }

    package func of(_ text: String) -> String {
        if text.isEmpty { return text }
        let bytes = hmac.code(for: [UInt8(ascii: "s")] + text.utf8)[..<16]
        return Self.isUUID(text) ? Self.uuid(bytes, version: 8) : Self.prefix + bytes.map(Self.hex).joined()
    }

    private func of(_ number: JSONNumber) -> JSONNumber {
        let bytes = hmac.code(for: [UInt8(ascii: "n")] + Self.canonical(number).utf8)
        let word = bytes[..<8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        if let whole = number.int64, Int32(exactly: whole) != nil {
            return JSONNumber(Self.small.lowerBound + Int64(word & (1 << 30 - 1)))
        }
        if number.int64 != nil || number.uint64 != nil {
            return JSONNumber(Self.large.lowerBound + Int64(word & (1 << 52 - 1)))
        }
        // The lowest of the 52 bits is 2^-22, so where it is set the number is not whole.
        guard let made = JSONNumber((1 + Double(word >> 12 | 1) / 0x1p52) * 0x1p30) else {
            preconditionFailure("2^31 is finite")
        }
        return made
    }

    private static func canonical(_ number: JSONNumber) -> String {
        if let whole = number.int64 { return String(whole) }
        if let whole = number.uint64 { return String(whole) }
        if let short = JSONNumber(number.double), short == number { return short.text }
        return number.text
    }

    // MARK: - Recognizing

    /// Whether a value looks like a pseudonym, or has none. Only a hint for numbers, such as a time in seconds since 1970.
    package static func looksLikeOne(_ value: JSON) -> Bool {
        switch value {
        case .null, .bool: true
        case .string(let text): looksLikeOne(text)
        case .number(let number): looksLikeOne(number)
        case .array(let elements): elements.allSatisfy(looksLikeOne)
        case .object(let object): object.members.allSatisfy { looksLikeOne($0.value) }
        }
    }

    package static func looksLikeOne(_ text: String) -> Bool {
        if text.isEmpty { return true }
        let bytes = Array(text.utf8)
        if bytes.count == prefix.utf8.count + 32, bytes.starts(with: prefix.utf8) {
            return bytes.dropFirst(prefix.utf8.count).allSatisfy(isLowerHex)
        }
        return isUUID(text) && bytes[14] == UInt8(ascii: "8") && "89AB".utf8.contains(bytes[19])
            && !bytes.contains { (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
    }

    private static func looksLikeOne(_ number: JSONNumber) -> Bool {
        if let whole = number.int64 { return small.contains(whole) || large.contains(whole) }
        return number.uint64 == nil && Double(small.lowerBound) < number.double && number.double < 0x1p31
    }

    private static let prefix = "redacted"
    private static let small: Range<Int64> = 1 << 30..<1 << 31
    private static let large: Range<Int64> = 1 << 52..<1 << 53

    private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

    private static func isLowerHex(_ byte: UInt8) -> Bool { "0123456789abcdef".utf8.contains(byte) }

    /// 8-4-4-4-12 hex digits.
    private static func isUUID(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard bytes.count == 36 else { return false }
        return bytes.enumerated().allSatisfy { index, byte in
            [8, 13, 18, 23].contains(index)
                ? byte == UInt8(ascii: "-") : isLowerHex(byte) || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(byte)
        }
    }

    /// A UUID (RFC 9562) of 16 bytes, of which 6 bits are replaced by the version and the variant.
    package static func uuid(_ bytes: some Sequence<UInt8>, version: UInt8) -> String {
        var bytes = Array(bytes)
        bytes[6] = bytes[6] & 0x0F | version << 4
        bytes[8] = bytes[8] & 0x3F | 0x80
        let digits = bytes.map { hex($0).uppercased() }
        return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }.joined(separator: "-")
    }
}

/// HMAC with SHA-256 (RFC 2104).
struct HMACSHA256: Sendable {
    private let inner, outer: SHA256

    init(key: [UInt8]) {
        var block = key
        if key.count > SHA256.blockSize {
            var hash = SHA256()
            hash.update(key)
            block = hash.finalize()
        }
        block += [UInt8](repeating: 0, count: SHA256.blockSize - block.count)
        var inner = SHA256()
        inner.update(block.map { $0 ^ 0x36 })
        var outer = SHA256()
        outer.update(block.map { $0 ^ 0x5c })
        (self.inner, self.outer) = (inner, outer)
    }

    func code(for message: some Sequence<UInt8>) -> [UInt8] {
        var inner = inner
        inner.update(message)
        var outer = outer
        outer.update(inner.finalize())
        return outer.finalize()
    }
}
