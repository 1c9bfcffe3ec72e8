/// A field of a message in the wire format of Protocol Buffers, with its number.
enum ProtobufField {
    case varint(UInt64, UInt64)
    case fixed64(UInt64, UInt64)
    case bytes(UInt64, [UInt8])
    case message(UInt64, [ProtobufField])

    static func text(_ number: UInt64, _ text: String) -> ProtobufField { .bytes(number, Array(text.utf8)) }

    static func encoded(_ fields: [ProtobufField]) -> [UInt8] { fields.reduce(into: []) { $1.append(to: &$0) } }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .varint(let number, let value):
            Self.append(number << 3, to: &bytes)
            Self.append(value, to: &bytes)
        case .fixed64(let number, let value):
            Self.append(number << 3 | 1, to: &bytes)
            for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
        case .bytes(let number, let content):
            Self.append(number << 3 | 2, to: &bytes)
            Self.append(UInt64(content.count), to: &bytes)
            bytes += content
        case .message(let number, let fields): Self.bytes(number, Self.encoded(fields)).append(to: &bytes)
        }
    }

    private static func append(_ varint: UInt64, to bytes: inout [UInt8]) {
        var rest = varint
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
