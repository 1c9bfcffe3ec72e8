internal import TimelineJSON
internal import TimelineJournal

/// The packets of a Perfetto trace: tracks, and the events on them. The numbers of the fields are those of `TracePacket`,
/// `TrackDescriptor`, `TrackEvent` and `DebugAnnotation` in Perfetto's public `.proto` files.
struct PerfettoTrace {
    struct Track: Hashable { fileprivate let id: UInt64 }

    private var lastTrack: UInt64 = 0
    /// One producer writes all packets; readers require its number.
    private static let sequence: UInt64 = 1

    private static let instant: UInt64 = 3
    private static let counter: UInt64 = 4

    mutating func process(_ name: String) -> (Track, [UInt8]) {
        var process = ProtobufMessage()
        process.add(1, 1)
        process.add(6, name)
        return track { $0.add(3, process) }
    }

    /// - Parameter isCounter: Whether its events are values.
    mutating func track(_ name: String, in parent: Track, isCounter: Bool = false) -> (Track, [UInt8]) {
        track {
            $0.add(2, name)
            $0.add(5, parent.id)
            if isCounter { $0.add(8, ProtobufMessage()) }
        }
    }

    private mutating func track(_ describe: (inout ProtobufMessage) -> Void) -> (Track, [UInt8]) {
        lastTrack += 1
        var descriptor = ProtobufMessage()
        descriptor.add(1, lastTrack)
        describe(&descriptor)
        var packet = ProtobufMessage()
        packet.add(10, Self.sequence)
        packet.add(60, descriptor)
        return (Track(id: lastTrack), Self.framed(packet))
    }

    /// - Parameters:
    ///   - flows: The numbers of the arrows that begin here.
    ///   - end: The number of the arrow that ends here.
    static func event(
        _ name: String, on track: Track, at: Moment, flows: some Sequence<Int> = [], end: Int? = nil,
        _ notes: [(name: String, value: Note)] = []
    ) -> [UInt8] {
        packet(at) { event in
            event.add(9, instant)
            event.add(11, track.id)
            event.add(23, name)
            for flow in flows { event.add(47, fixed: UInt64(flow)) }
            if let end { event.add(48, fixed: UInt64(end)) }
            for (name, value) in notes {
                var note = ProtobufMessage()
                note.add(10, name)
                switch value {
                case .number(let number): note.add(4, UInt64(bitPattern: Int64(number)))
                case .text(let text): note.add(6, text)
                case .json(let text): text.withBytes { note.add(6, $0) }
                }
                event.add(4, note)
            }
        }
    }

    enum Note {
        case number(Int)
        case text(String)
        case json(JSONText)
    }

    static func value(_ number: JSONNumber, on track: Track, at: Moment) -> [UInt8] {
        packet(at) { event in
            event.add(9, counter)
            event.add(11, track.id)
            if let whole = number.int64 {
                event.add(30, UInt64(bitPattern: whole))
            } else {
                event.add(44, fixed: number.double.bitPattern)
            }
        }
    }

    private static func packet(_ at: Moment, _ write: (inout ProtobufMessage) -> Void) -> [UInt8] {
        var event = ProtobufMessage()
        write(&event)
        var packet = ProtobufMessage()
        // In nanoseconds.
        let (time, overflows) = UInt64(at.microseconds).multipliedReportingOverflow(by: 1000)
        packet.add(8, overflows || time > Int64.max ? UInt64(Int64.max) : time)
        packet.add(10, sequence)
        packet.add(11, event)
        return framed(packet)
    }

    private static func framed(_ packet: ProtobufMessage) -> [UInt8] {
        var trace = ProtobufMessage()
        trace.add(1, packet)
        return trace.bytes
    }
}
