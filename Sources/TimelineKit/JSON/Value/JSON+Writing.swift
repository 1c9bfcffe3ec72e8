extension JSON {
    package var text: [UInt8] { JSONBuffer.bytes { write(to: &$0) } }

    /// More than `limit` bytes, or the whole text. The cost does not depend on the size of the value.
    package func beginning(atLeast limit: Int) -> String {
        String(decoding: JSONBuffer.bytes { write(to: &$0, upTo: limit) }, as: UTF8.self)
    }

    /// A member or element per line; no line end at the end.
    package var prettyText: String { String(decoding: JSONBuffer.bytes { write(to: &$0, level: 0) }, as: UTF8.self) }

    private func write(to buffer: inout JSONBuffer, level: Int? = nil, upTo limit: Int = .max) {
        func line(_ more: Int) {
            guard let level else { return }
            buffer.append(byte: UInt8(ascii: "\n"))
            for _ in 0..<level + more { buffer.append(word: "  ") }
        }
        switch self {
        case .null: buffer.appendNull()
        case .bool(let value): buffer.append(value)
        case .number(let number): buffer.append(ascii: number.text)
        case .string(let text) where text.utf8.count > limit: buffer.append(String(text.unicodeScalars.prefix(limit)))
        case .string(let text): buffer.append(text)
        case .array(let elements):
            buffer.append(byte: UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if buffer.count > limit { return }
                if index > 0 { buffer.append(byte: UInt8(ascii: ",")) }
                line(1)
                element.write(to: &buffer, level: level.map { $0 + 1 }, upTo: limit)
            }
            if !elements.isEmpty { line(0) }
            buffer.append(byte: UInt8(ascii: "]"))
        case .object(let object):
            buffer.append(byte: UInt8(ascii: "{"))
            for (index, member) in object.members.enumerated() {
                if buffer.count > limit { return }
                if index > 0 { buffer.append(byte: UInt8(ascii: ",")) }
                line(1)
                buffer.append(member.key)
                buffer.append(word: level == nil ? ":" : ": ")
                member.value.write(to: &buffer, level: level.map { $0 + 1 }, upTo: limit)
            }
            if !object.isEmpty { line(0) }
            buffer.append(byte: UInt8(ascii: "}"))
        }
    }
}
