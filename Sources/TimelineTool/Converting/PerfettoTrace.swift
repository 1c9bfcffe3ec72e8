internal import TimelineKit

/// The packets of a Perfetto trace: tracks, and the events on them. The numbers of the fields are those of `TracePacket`,
/// `TrackDescriptor`, `TrackEvent` and `DebugAnnotation` in Perfetto's public `.proto` files.
struct PerfettoTrace {
    struct Track: Hashable { fileprivate let id: UInt64 }

    enum Note {
        case number(Int)
        case text(String)
        case json(JSONText)
    }

    private var lastTrack: UInt64 = 0
    /// One producer writes all packets; readers require its number.
    private static let sequence = ProtobufField.varint(10, 1)

    private static let instant = ProtobufField.varint(9, 3)
    private static let counter = ProtobufField.varint(9, 4)

    mutating func process(_ name: String) -> (Track, [UInt8]) {
        track([.message(3, [.varint(1, 1), .text(6, name)])])
    }

    /// - Parameter isCounter: Whether its events are values.
    mutating func track(_ name: String, in parent: Track, isCounter: Bool = false) -> (Track, [UInt8]) {
        track([.text(2, name), .varint(5, parent.id)] + (isCounter ? [.message(8, [])] : []))
    }

    private mutating func track(_ description: [ProtobufField]) -> (Track, [UInt8]) {
        lastTrack += 1
        let descriptor = ProtobufField.message(60, [.varint(1, lastTrack)] + description)
        return (Track(id: lastTrack), Self.packet([Self.sequence, descriptor]))
    }

    /// - Parameters:
    ///   - flows: The numbers of the arrows that begin here.
    ///   - end: The number of the arrow that ends here.
    static func event(
        _ name: String, on track: Track, at: Moment, flows: [Int] = [], end: Int? = nil, _ seq: Int,
        _ notes: [(name: String, value: Note)]
    ) -> [UInt8] {
        var event: [ProtobufField] = [instant, .varint(11, track.id), .text(23, name)]
        event += flows.map { .fixed64(47, UInt64($0)) }
        if let end { event.append(.fixed64(48, UInt64(end))) }
        for (name, value) in [("seq", .number(seq))] + notes {
            let content: ProtobufField =
                switch value {
                case .number(let number): .varint(4, UInt64(bitPattern: Int64(number)))
                case .text(let text): .text(6, text)
                case .json(let text): .bytes(6, text.bytes)
                }
            event.append(.message(4, [.text(10, name), content]))
        }
        return packet(event, at)
    }

    static func value(_ number: JSONNumber, on track: Track, at: Moment) -> [UInt8] {
        let value: ProtobufField =
            if let whole = number.int64 {
                .varint(30, UInt64(bitPattern: whole))
            } else {
                .fixed64(44, number.double.bitPattern)
            }
        return packet([counter, .varint(11, track.id), value], at)
    }

    private static func packet(_ event: [ProtobufField], _ at: Moment) -> [UInt8] {
        // In nanoseconds.
        let (time, overflows) = UInt64(at.microseconds).multipliedReportingOverflow(by: 1000)
        let capped = overflows || time > Int64.max ? UInt64(Int64.max) : time
        return packet([.varint(8, capped), sequence, .message(11, event)])
    }

    private static func packet(_ fields: [ProtobufField]) -> [UInt8] { ProtobufField.encoded([.message(1, fields)]) }
}

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
