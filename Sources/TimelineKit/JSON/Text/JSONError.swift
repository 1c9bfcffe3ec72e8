package struct JSONError: Error, Equatable, Sendable {
    /// From 0.
    package let byte: Int

    let kind: Kind

    enum Kind: Equatable, Sendable {
        case unexpected(found: String, expected: String)
        case unexpectedEnd(expected: String)
        case number(String)
        case control(UInt8)
        case escape
        case surrogate
        case utf8
        case duplicate(key: String)
        case depth(limit: Int)
        case keyLength(limit: UInt64)
    }

    init(byte: Int, _ kind: Kind) { (self.byte, self.kind) = (byte, kind) }
}

extension JSONError {
    init(at byte: Int, in text: UnsafeBufferPointer<UInt8>, expected: String) {
        guard byte < text.count else {
            self.init(byte: byte, .unexpectedEnd(expected: expected))
            return
        }
        let found =
            switch text[byte] {
            case 0x21..<0x7F: "\"\(Character(Unicode.Scalar(text[byte])))\""
            case 0x20: "a space"
            default: "byte 0x" + String(text[byte], radix: 16, uppercase: true)
            }
        self.init(byte: byte, .unexpected(found: found, expected: expected))
    }
}

extension JSONError: CustomStringConvertible {
    package var reason: String {
        switch kind {
        case .unexpected(let found, let expected): "expected \(expected), found \(found)"
        case .unexpectedEnd(let expected): "expected \(expected), found the end"
        case .number(let what): "this is not a JSON number: \(what)"
        case .control(let byte): "a control character (\(byte)) inside a string must be written as an escape"
        case .escape: #"this escape is unknown; JSON has \" \\ \/ \b \f \n \r \t and \uXXXX"#
        case .surrogate: "this surrogate is unpaired"
        case .utf8: "these bytes are not UTF-8"
        case .duplicate(let key): "the key \"\(key)\" occurs twice in one object"
        case .depth(let limit): "values are nested more than \(limit) deep"
        case .keyLength(let limit): "the key is longer than \(limit) bytes"
        }
    }

    package var description: String { "byte \(byte): \(reason)" }
}
