package import TimelineKit

/// A JSON Pointer (RFC 6901). Tokens are compared by their code points.
package struct JSONPointer: Sendable, CustomStringConvertible {
    package struct SyntaxError: Error, Equatable, CustomStringConvertible {
        let text: String
        package let reason: String

        package var description: String { "\"\(text)\" is not a JSON Pointer: \(reason)" }
    }

    package let tokens: [String]

    package init(_ tokens: [String] = []) { self.tokens = tokens }

    package init(parsing text: String) throws(SyntaxError) {
        guard !text.isEmpty else {
            tokens = []
            return
        }
        // Bytes, since a slash and a combining mark after it are one character.
        guard text.utf8.first == UInt8(ascii: "/") else {
            throw SyntaxError(text: text, reason: "it must be empty or begin with /")
        }
        var tokens: [String] = []
        for escaped in text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
            guard let token = Self.unescaped(escaped) else {
                throw SyntaxError(text: text, reason: "a ~ must be followed by 0 or 1")
            }
            tokens.append(token)
        }
        self.tokens = tokens
    }

    package func appending(_ name: String) -> JSONPointer { JSONPointer(tokens + [name]) }

    package func appending(_ index: Int) -> JSONPointer { appending(String(index)) }

    /// Of the object or array that holds the value.
    package var parent: JSONPointer { JSONPointer(Array(tokens.dropLast())) }

    package var description: String {
        var text: [UInt8] = []
        for token in tokens {
            text.append(UInt8(ascii: "/"))
            for byte in token.utf8 {
                switch byte {
                case UInt8(ascii: "~"): text.append(contentsOf: "~0".utf8)
                case UInt8(ascii: "/"): text.append(contentsOf: "~1".utf8)
                default: text.append(byte)
                }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// For messages: `$.comments[2].text`. A token `2`, which may be an index or a name, is shown as an index.
    package var pathDescription: String {
        tokens.reduce("$") { path, token in
            path + (JSONLocation.index(token) == nil ? token.pathSegment : "[\(token)]")
        }
    }

    private static func unescaped(_ escaped: Substring.UTF8View) -> String? {
        let parts = escaped.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
        var text = Array(parts[0])
        for part in parts.dropFirst() {
            guard let digit = part.first, "01".utf8.contains(digit) else { return nil }
            text.append(UInt8(ascii: digit == UInt8(ascii: "0") ? "~" : "/"))
            text += part.dropFirst()
        }
        return String(decoding: text, as: UTF8.self)
    }
}

extension JSONPointer: Hashable {
    package static func == (one: JSONPointer, other: JSONPointer) -> Bool {
        one.tokens.elementsEqual(other.tokens) { $0.isExactly($1) }
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(tokens.count)
        for token in tokens { hasher.combine(ExactString(token)) }
    }
}

extension JSON {
    package subscript(pointer: JSONPointer) -> JSON? {
        var value = self
        for token in pointer.tokens {
            switch value {
            case .object(let object):
                guard let member = object[token] else { return nil }
                value = member
            case .array(let elements):
                guard let index = JSONLocation.index(token), index < elements.count else { return nil }
                value = elements[index]
            default: return nil
            }
        }
        return value
    }
}

extension JSONLocation {
    package var pointer: JSONPointer { JSONPointer(steps.map(\.token)) }
}
