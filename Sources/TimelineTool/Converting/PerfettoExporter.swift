internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// Writes a trace for ui.perfetto.dev and `trace_processor`: a track for each origin of steps, an arrow from each step to those that it
/// caused, a track each of marks, snapshots and the recording itself, and the plotted values as counters. Times count from the start.
final class PerfettoExporter: TimelineExporter {
    private(set) var losses = ConversionLosses()
    private(set) var steps = 0
    private var spool: Spool
    private let plots: [(name: String, path: StatePath)]
    private var caused: CausedSteps

    private var trace = PerfettoTrace()
    private var process: PerfettoTrace.Track?
    /// By name, with the kind in front.
    private var tracks: [String: PerfettoTrace.Track] = [:]
    private static let trackLimit = 1_000
    private var at = Moment.zero
    /// Written when they change.
    private var values: [JSONNumber?]

    init(_ journal: Journal, plots: [(name: String, path: StatePath)]) throws {
        spool = try Spool(named: TimelineExport.product)
        self.plots = plots
        caused = try CausedSteps(of: journal)
        values = plots.map { _ in nil }
    }

    func add(_ line: Line) throws {
        losses.add(
            line,
            keeping: [
                .program, .origins, .causes, .numbers, .gaps, .marks, .generated, .canceled, .took, .snapshots, .end,
            ])
        switch line {
        case .header(let header):
            losses.add(.run)
            let (track, packet) = trace.process("\(header.program) \(header.version)")
            process = track
            try spool.append(packet)
        case .snapshot(let snapshot):
            losses.add(.states)
            if steps == 0 { at = snapshot.at }
            try write("snapshot", on: "snapshots", snapshot.at, snapshot.seq, ("bytes", .number(snapshot.state.count)))
        case .step(let step):
            steps += 1
            at = step.at
            try add(step)
        case .mark(let mark): try write(mark.name, on: "marks", mark.at, mark.seq)
        case .canceled(let canceled):
            try write(
                "work of step \(canceled.step) canceled", on: "canceled work", canceled.at, canceled.seq,
                ("step", .number(canceled.step)))
        case .generated(let value):
            try write(value.name, on: "generated values", value.at, value.seq, ("value", .json(value.value)))
        case .gap(let gap):
            at = gap.at
            try write(
                "not recorded", on: "recording", gap.at, gap.seq, ("through", .number(gap.through)),
                ("why", .text(gap.why)))
        case .end(let end): try write("end", on: "recording", end.at, end.seq)
        case .site, .took, .unknown: break
        }
    }

    private func add(_ step: Step) throws {
        if case .set = step.change { losses.add(.states) }
        let origin = "from \(step.from ?? "an unknown origin")"
        let (name, track, note): (String, String, (String, PerfettoTrace.Note)) =
            switch step.change {
            case .action(let action):
                (
                    action.actionType.isEmpty ? Layout.beginning(of: action.value, 60) : action.actionType, origin,
                    ("action", .json(action))
                )
            case .opaque(let description): (description, origin, ("opaque", .text(description)))
            case .set(_, let by): ("state set", "set by \(by)", ("by", .text(by)))
            }
        let event = PerfettoTrace.event(
            name, on: try self.track(track), at: step.at, for: caused.times[step.seq],
            flows: caused.effects(of: step.seq),
            end: caused.isCaused(step) ? step.seq : nil, step.seq, [note])
        try spool.append(event)
    }

    private func write(
        _ name: String, on track: String, _ at: Moment, _ seq: Int, _ notes: (String, PerfettoTrace.Note)...
    ) throws {
        try spool.append(PerfettoTrace.event(name, on: self.track(track), at: at, seq, notes))
    }

    private func track(_ name: String, isCounter: Bool = false) throws -> PerfettoTrace.Track {
        let key =
            isCounter ? "\(name) (values)" : tracks.count < Self.trackLimit || tracks[name] != nil ? name : "others"
        if let track = tracks[key] { return track }
        guard let process else { preconditionFailure("a line before the header") }
        let (track, packet) = trace.track(isCounter ? name : key, in: process, isCounter: isCounter)
        tracks[key] = track
        try spool.append(packet)
        return track
    }

    func add(_ state: JSON, after seq: Int) throws {
        for (index, plot) in plots.enumerated() {
            let value = try plot.path.values(in: state).first
            let number = value?.number ?? value?.bool.map { JSONNumber($0 ? 1 : 0) }
            guard let number, number.double.isFinite else {
                losses.add(.values)
                continue
            }
            if values[index] == number { continue }
            values[index] = number
            try spool.append(PerfettoTrace.value(number, on: track(plot.name, isCounter: true), at: at))
        }
    }

    func finish() throws -> FileBytes { try spool.finish() }
}

/// The arrows from steps to those that they caused. 16 bytes for each.
struct CausedSteps {
    private var pairs: [(cause: Int, effect: Int)] = []
    private var next = 0
    private let first: Int
    private let gaps: [Gap]
    /// Of reducers that were slow, by the numbers of their steps.
    private(set) var times: [Int: Moment] = [:]

    init(of journal: Journal) throws {
        (first, gaps) = (journal.first, try journal.index.gaps)
        var lines = journal.lines()
        while let line = try lines.next() {
            if case .took(let took) = line.content { times[took.seq] = took.time }
            guard case .step(let step) = line.content, let cause = step.cause, isCaused(step) else { continue }
            pairs.append((cause, step.seq))
        }
        pairs.sort { ($0.cause, $0.effect) < ($1.cause, $1.effect) }
    }

    /// Whether its cause is a step of the timeline before it.
    func isCaused(_ step: Step) -> Bool {
        guard let cause = step.cause, cause > first, cause < step.seq else { return false }
        // The last gap that begins at or before the cause.
        let gap = gaps.partitioningIndex { $0.seq > cause } - 1
        return gap < 0 || gaps[gap].through < cause
    }

    /// Call this with ascending numbers of steps.
    mutating func effects(of seq: Int) -> [Int] {
        while next < pairs.count, pairs[next].cause < seq { next += 1 }
        let start = next
        while next < pairs.count, pairs[next].cause == seq { next += 1 }
        return pairs[start..<next].map(\.effect)
    }
}

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
    private static let (begin, end) = (ProtobufField.varint(9, 1), ProtobufField.varint(9, 2))
    private static let counter = ProtobufField.varint(9, 4)

    mutating func process(_ name: String) -> (Track, [UInt8]) { track([.message(3, [.varint(1, 1), .text(6, name)])]) }

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
    ///   - time: How long it took; nil for an instant.
    ///   - flows: The numbers of the arrows that begin here.
    ///   - end: The number of the arrow that ends here.
    static func event(
        _ name: String, on track: Track, at: Moment, for time: Moment? = nil, flows: [Int] = [], end: Int? = nil,
        _ seq: Int, _ notes: [(name: String, value: Note)]
    ) -> [UInt8] {
        var event: [ProtobufField] = [time == nil ? instant : begin, .varint(11, track.id), .text(23, name)]
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
        guard let time else { return packet(event, at) }
        let after = Moment(microseconds: at.microseconds + time.microseconds)
        return packet(event, at) + packet([self.end, .varint(11, track.id)], after)
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
