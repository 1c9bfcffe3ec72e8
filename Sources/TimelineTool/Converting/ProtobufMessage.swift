/// A message in the wire format of Protocol Buffers.
struct ProtobufMessage {
    private(set) var bytes: [UInt8] = []

    private enum WireType: UInt64 {
        case varint = 0
        case fixed64 = 1
        case lengthDelimited = 2
    }

    private mutating func add(varint value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    private mutating func addKey(_ field: UInt64, _ type: WireType) { add(varint: field << 3 | type.rawValue) }

    mutating func add(_ field: UInt64, _ value: UInt64) {
        addKey(field, .varint)
        add(varint: value)
    }

    mutating func add(_ field: UInt64, fixed value: UInt64) {
        addKey(field, .fixed64)
        for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    mutating func add(_ field: UInt64, _ value: some Collection<UInt8>) {
        addKey(field, .lengthDelimited)
        add(varint: UInt64(value.count))
        bytes.append(contentsOf: value)
    }

    mutating func add(_ field: UInt64, _ text: String) { add(field, text.utf8) }

    mutating func add(_ field: UInt64, _ message: ProtobufMessage) { add(field, message.bytes) }
}
