/// Why a text is not JSON as RFC 8259 and our limits have it, and where.
package struct JSONError: Error, Equatable, Sendable {
    /// How many bytes stand before the fault; 0 is the first byte.
    package let byte: Int

    /// What is wrong there.
    let fault: Fault

    enum Fault: Equatable, Sendable {
        case unexpected(found: String, expected: String)
        case unexpectedEnd(expected: String)
        case number(String)
        case control(UInt8)
        case escape
        case surrogate
        case utf8
        case duplicate(key: String)
        case depth(limit: Int)
    }

    init(byte: Int, _ fault: Fault) {
        self.byte = byte
        self.fault = fault
    }
}

extension JSONError: CustomStringConvertible {
    /// The fault alone, without its place: `expected a comma or ], found "x"`.
    package var reason: String {
        switch fault {
        case .unexpected(let found, let expected): "expected \(expected), found \(found)"
        case .unexpectedEnd(let expected): "expected \(expected), found the end"
        case .number(let what): "this is no JSON number: \(what)"
        case .control(let byte): "a control character (\(byte)) inside a string must be written as an escape"
        case .escape: #"this escape is unknown; JSON has \" \\ \/ \b \f \n \r \t and \uXXXX"#
        case .surrogate: "half a surrogate pair stands alone"
        case .utf8: "these bytes are not UTF-8"
        case .duplicate(let key): "the key \"\(key)\" stands twice in one object"
        case .depth(let limit): "values are nested more than \(limit) deep"
        }
    }

    package var description: String { "byte \(byte): \(reason)" }
}
