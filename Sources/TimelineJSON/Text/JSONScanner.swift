/// Walks over the bytes of a JSON text, strictly: RFC 8259, valid UTF-8 only, depth at most 128, and no duplicate key
/// unless that is asked for.
///
/// Each method starts at `place` and leaves it just past what it took. One walk serves those who want values
/// (`value()`) and those who only want to know where a sound value ends (`skipValue()`).
struct JSONScanner {
    /// How deep arrays and objects may stand in each other.
    static let depthLimit = 128

    let bytes: UnsafeBufferPointer<UInt8>
    private let duplicateKeys: DuplicateKeys
    private(set) var place = 0
    private var depth = 0
    /// The keys of the objects that are being checked, those of the innermost last.
    private var keys = KeySpans()

    init(_ bytes: UnsafeBufferPointer<UInt8>, duplicateKeys: DuplicateKeys = .refused) {
        self.bytes = bytes
        self.duplicateKeys = duplicateKeys
    }

    // MARK: - Values

    /// Takes a value, and builds it.
    mutating func value() throws(JSONError) -> JSON {
        switch peek() {
        case UInt8(ascii: "{"):
            var object = JSONObject()
            try members { (scanner, key, keyPlace) throws(JSONError) in
                let value = try scanner.value()
                if object.append(key, value) { return }
                guard scanner.duplicateKeys == .lastWins else {
                    throw JSONError(byte: keyPlace, .duplicate(key: key))
                }
                object[key] = value
            }
            return .object(object)
        case UInt8(ascii: "["):
            var array: [JSON] = []
            try elements { (scanner) throws(JSONError) in array.append(try scanner.value()) }
            return .array(array)
        case UInt8(ascii: "\""):
            return .string(try string())
        case let byte? where byte == UInt8(ascii: "-") || isDigit(byte):
            let start = place
            let end = try number()
            return .number(JSONNumber(unchecked: String(decoding: bytes[start..<end], as: UTF8.self)))
        default:
            return try literal()
        }
    }

    /// Takes a value, and only checks it.
    mutating func skipValue() throws(JSONError) {
        switch peek() {
        case UInt8(ascii: "{"): try skipMembers { _ in }
        case UInt8(ascii: "["): try skipElements()
        case UInt8(ascii: "\""):
            try skipString()
        case let byte? where byte == UInt8(ascii: "-") || isDigit(byte):
            try number()
        default:
            _ = try literal()
        }
    }

    /// Takes the members of an object, and only checks them. `member` is called after each.
    ///
    /// No text is made of a key, unless it has escapes.
    @inline(__always)
    mutating func skipMembers(_ member: (JSONMember) -> Void) throws(JSONError) {
        try descend()
        place += 1
        skipSpace()
        if peek() == UInt8(ascii: "}") {
            place += 1
            depth -= 1
            return
        }
        let outer = keys.begin()
        while true {
            let keyPlace = place
            guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
            let isPlain = try skipString()
            let key = keyPlace + 1..<place - 1
            skipSpace()
            guard peek() == UInt8(ascii: ":") else { throw unexpected("a colon after the key") }
            place += 1
            skipSpace()
            let start = place
            try skipValue()
            let found = JSONMember(key: key, isPlain: isPlain, value: start..<place)
            if duplicateKeys == .refused, !keys.add(found, in: bytes) {
                throw JSONError(byte: keyPlace, .duplicate(key: found.name(in: bytes)))
            }
            member(found)
            skipSpace()
            switch peek() {
            case UInt8(ascii: ","):
                place += 1
                skipSpace()
            case UInt8(ascii: "}"):
                place += 1
                depth -= 1
                keys.end(outer)
                return
            default: throw unexpected("a comma or }")
            }
        }
    }

    private mutating func skipElements() throws(JSONError) {
        try elements { (scanner) throws(JSONError) in try scanner.skipValue() }
    }

    /// Takes the members of an object. `member` is called after each colon, and takes the value.
    mutating func members(
        _ member: (inout JSONScanner, _ key: String, _ keyPlace: Int) throws(JSONError) -> Void
    ) throws(JSONError) {
        try descend()
        place += 1
        skipSpace()
        if peek() == UInt8(ascii: "}") {
            place += 1
            depth -= 1
            return
        }
        while true {
            let keyPlace = place
            guard peek() == UInt8(ascii: "\"") else { throw unexpected("a key in quotes") }
            let key = try string()
            skipSpace()
            guard peek() == UInt8(ascii: ":") else { throw unexpected("a colon after the key") }
            place += 1
            skipSpace()
            try member(&self, key, keyPlace)
            skipSpace()
            switch peek() {
            case UInt8(ascii: ","):
                place += 1
                skipSpace()
            case UInt8(ascii: "}"):
                place += 1
                depth -= 1
                return
            default: throw unexpected("a comma or }")
            }
        }
    }

    /// Takes the elements of an array. `element` takes each.
    mutating func elements(_ element: (inout JSONScanner) throws(JSONError) -> Void) throws(JSONError) {
        try descend()
        place += 1
        skipSpace()
        if peek() == UInt8(ascii: "]") {
            place += 1
            depth -= 1
            return
        }
        while true {
            try element(&self)
            skipSpace()
            switch peek() {
            case UInt8(ascii: ","):
                place += 1
                skipSpace()
            case UInt8(ascii: "]"):
                place += 1
                depth -= 1
                return
            default: throw unexpected("a comma or ]")
            }
        }
    }

    private mutating func descend() throws(JSONError) {
        guard depth < Self.depthLimit else { throw JSONError(byte: place, .depth(limit: Self.depthLimit)) }
        depth += 1
    }

    private mutating func literal() throws(JSONError) -> JSON {
        switch peek() {
        case UInt8(ascii: "t") where take("true"): return .bool(true)
        case UInt8(ascii: "f") where take("false"): return .bool(false)
        case UInt8(ascii: "n") where take("null"): return .null
        default: throw unexpected("a value")
        }
    }

    private mutating func take(_ word: StaticString) -> Bool {
        let count = word.utf8CodeUnitCount
        guard place + count <= bytes.count else { return false }
        for offset in 0..<count where bytes[place + offset] != word.utf8Start[offset] { return false }
        place += count
        return true
    }

    /// Takes a number, and returns the place just past it.
    @discardableResult
    mutating func number() throws(JSONError) -> Int {
        let start = place
        if peek() == UInt8(ascii: "-") { place += 1 }
        if peek() == UInt8(ascii: "0") {
            place += 1
            if let next = peek(), isDigit(next) {
                throw JSONError(byte: start, .number("a zero stands before other digits"))
            }
        } else if digits() == 0 {
            throw JSONError(byte: start, .number("no digit after the minus sign"))
        }
        if peek() == UInt8(ascii: ".") {
            place += 1
            if digits() == 0 { throw JSONError(byte: start, .number("no digit after the point")) }
        }
        if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
            place += 1
            if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { place += 1 }
            if digits() == 0 { throw JSONError(byte: start, .number("no digit in the exponent")) }
        }
        return place
    }

    private mutating func digits() -> Int {
        let start = place
        while let byte = peek(), isDigit(byte) { place += 1 }
        return place - start
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    // MARK: - Strings

    /// Takes a string, and returns its text without escapes.
    mutating func string() throws(JSONError) -> String {
        let start = place
        let isPlain = try skipString()
        let inside = UnsafeBufferPointer(rebasing: bytes[start + 1..<place - 1])
        if isPlain { return String(decoding: inside, as: UTF8.self) }
        return String(decoding: Self.unescaped(inside), as: UTF8.self)
    }

    /// Takes a string, and only checks it. Returns whether it has no escapes.
    @discardableResult
    private mutating func skipString() throws(JSONError) -> Bool {
        place += 1
        var isPlain = true
        while true {
            skipPlainWords()
            guard let byte = peek() else { break }
            switch byte {
            case UInt8(ascii: "\""):
                place += 1
                return isPlain
            case UInt8(ascii: "\\"):
                isPlain = false
                try skipEscape()
            case 0..<0x20:
                throw JSONError(byte: place, .control(byte))
            case 0x80...:
                try skipMultibyte(byte)
            default:
                place += 1
            }
        }
        throw unexpected("a closing quote")
    }

    /// Takes characters of one byte that stand for themselves, eight at a time, up to the first other; fewer than eight
    /// that end the text are left.
    private mutating func skipPlainWords() {
        guard let start = bytes.baseAddress else { return }
        while place + 8 <= bytes.count {
            let stops = ByteWord.stops(in: ByteWord.load(start + place))
            place += stops.trailingZeroBitCount / 8
            if stops != 0 { return }
        }
    }

    private mutating func skipEscape() throws(JSONError) {
        let start = place
        place += 1
        switch peek() {
        case nil: throw unexpected("a closing quote")
        case UInt8(ascii: "u"):
            place += 1
            let unit = try hexadecimal(from: start)
            if UTF16.isTrailSurrogate(unit) { throw JSONError(byte: start, .surrogate) }
            if UTF16.isLeadSurrogate(unit) {
                guard place + 1 < bytes.count, bytes[place] == UInt8(ascii: "\\"),
                    bytes[place + 1] == UInt8(ascii: "u")
                else { throw JSONError(byte: start, .surrogate) }
                place += 2
                guard UTF16.isTrailSurrogate(try hexadecimal(from: start)) else {
                    throw JSONError(byte: start, .surrogate)
                }
            }
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            place += 1
        default: throw JSONError(byte: start, .escape)
        }
    }

    private mutating func hexadecimal(from start: Int) throws(JSONError) -> UInt16 {
        guard place + 4 <= bytes.count else { throw JSONError(byte: start, .escape) }
        var unit: UInt16 = 0
        for offset in 0..<4 {
            guard let digit = Self.hexadecimalDigit(bytes[place + offset]) else {
                throw JSONError(byte: start, .escape)
            }
            unit = unit << 4 | UInt16(digit)
        }
        place += 4
        return unit
    }

    static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Takes one character of two to four bytes, as table 3-7 of the Unicode standard allows them.
    private mutating func skipMultibyte(_ first: UInt8) throws(JSONError) {
        let length: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch first {
        case 0xC2...0xDF: length = 2
        case 0xE0: (length, second) = (3, 0xA0...0xBF)
        case 0xED: (length, second) = (3, 0x80...0x9F)
        case 0xE1...0xEF: length = 3
        case 0xF0: (length, second) = (4, 0x90...0xBF)
        case 0xF1...0xF3: length = 4
        case 0xF4: (length, second) = (4, 0x80...0x8F)
        default: throw JSONError(byte: place, .utf8)
        }
        guard place + length <= bytes.count, second.contains(bytes[place + 1]) else {
            throw JSONError(byte: place, .utf8)
        }
        for offset in 2..<max(length, 2) where bytes[place + offset] & 0xC0 != 0x80 {
            throw JSONError(byte: place, .utf8)
        }
        place += length
    }

    // MARK: - Places

    mutating func skipSpace() {
        while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { place += 1 }
    }

    /// Nothing but white space may follow.
    mutating func finish() throws(JSONError) {
        skipSpace()
        guard place == bytes.count else { throw unexpected("the end") }
    }

    func peek() -> UInt8? { place < bytes.count ? bytes[place] : nil }

    func unexpected(_ expected: String) -> JSONError {
        guard let byte = peek() else { return JSONError(byte: place, .unexpectedEnd(expected: expected)) }
        let found =
            switch byte {
            case 0x21..<0x7F: "\"\(Character(Unicode.Scalar(byte)))\""
            case 0x20: "a space"
            default: "byte 0x" + String(byte, radix: 16, uppercase: true)
            }
        return JSONError(byte: place, .unexpected(found: found, expected: expected))
    }
}
