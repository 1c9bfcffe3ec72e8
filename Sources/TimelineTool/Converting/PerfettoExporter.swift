internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// Writes a trace for ui.perfetto.dev and `trace_processor`, in Chrome's trace event format: a track for each origin of
/// steps, an arrow from each step to those that it caused, a track each of marks, snapshots and the recording itself,
/// and the plotted values as counters. Times count from the start.
///
/// An arrow begins and ends at the last slice before it on its track. Events of one time stay in the order of the file,
/// but events `X` with a duration would come first: a step that took time is `B` and `E`. Actions are text, since
/// arguments that are JSON are shown without null, empty objects and empty arrays.
final class PerfettoExporter: TimelineExporter {
    private(set) var losses = ConversionLosses()
    private(set) var steps = 0
    private var spool: Spool
    private let plots: [(name: String, path: StatePath)]
    private let caused: CausedSteps

    private var tracks: [String: Int] = [:]
    private static let trackLimit = 1_000
    private var at = Moment.zero
    /// `trace_processor` counts nanoseconds in 64 bits.
    private static let timeLimit = Int64.max / 1000
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
            try append("M", "process_name", ["name": .string("\(header.program) \(header.version)")])
        case .snapshot(let snapshot):
            losses.add(.states)
            if steps == 0 { at = snapshot.at }
            try write("snapshot", on: "snapshots", snapshot.at, snapshot.seq, ("bytes", .int(snapshot.state.count)))
        case .step(let step):
            steps += 1
            at = step.at
            try add(step)
        case .mark(let mark): try write(mark.name, on: "marks", mark.at, mark.seq)
        case .canceled(let canceled):
            try write(
                "work of step \(canceled.step) canceled", on: "canceled work", canceled.at, canceled.seq,
                ("step", .int(canceled.step)))
        case .generated(let value):
            let text = String(decoding: value.value.bytes, as: UTF8.self)
            try write(value.name, on: "generated values", value.at, value.seq, ("value", .string(text)))
        case .gap(let gap):
            at = gap.at
            try write(
                "not recorded", on: "recording", gap.at, gap.seq, ("through", .int(gap.through)),
                ("why", .string(gap.why)))
        case .end(let end): try write("end", on: "recording", end.at, end.seq)
        case .site, .took, .unknown: break
        }
    }

    private func add(_ step: Step) throws {
        if case .set = step.change { losses.add(.states) }
        let origin = "from \(step.from ?? "an unknown origin")"
        let (name, track, note): (String, String, (String, JSON)) =
            switch step.change {
            case .action(let action):
                (
                    action.actionType.isEmpty ? Layout.beginning(of: action.value, 60) : action.actionType, origin,
                    ("action", .string(String(decoding: action.bytes, as: UTF8.self)))
                )
            case .opaque(let description): (description, origin, ("opaque", .string(description)))
            case .set(_, let by): ("state set", "set by \(by)", ("by", .string(by)))
            }
        let time = caused.times[step.seq]
        try write(name, as: time == nil ? "i" : "B", on: track, step.at, step.seq, note)
        let thread = try self.track(track)
        if caused.isCaused(step) { try append("f", "cause", on: thread, at: step.at, arrow: step.seq) }
        for effect in caused.effects(of: step.seq) { try append("s", "cause", on: thread, at: step.at, arrow: effect) }
        if let time { try append("E", on: thread, at: step.at, after: time) }
    }

    private func write(
        _ name: String, as phase: String = "i", on track: String, _ at: Moment, _ seq: Int, _ notes: (String, JSON)...
    ) throws {
        let arguments = JSONObject(([("seq", .int(seq))] + notes).map { JSONObject.Member(key: $0, value: $1) })
        try append(phase, name, on: self.track(track), at: at, .object(arguments))
    }

    private func track(_ name: String) throws -> Int {
        let key = tracks.count < Self.trackLimit || tracks[name] != nil ? name : "others"
        if let track = tracks[key] { return track }
        // The thread 1 would be the main thread of the process 1.
        let track = tracks.count + 2
        tracks[key] = track
        try append("M", "thread_name", on: track, ["name": .string(key)])
        return track
    }

    private func append(
        _ phase: String, _ name: String? = nil, on track: Int? = nil, at: Moment? = nil, after: Moment = .zero,
        arrow: Int? = nil, _ arguments: JSON? = nil
    ) throws {
        let time = at.map { min($0.microseconds, Self.timeLimit) + min(after.microseconds, Self.timeLimit) }
        let event = JSON.members([
            "ph": .string(phase), "pid": 1, "tid": track.map(JSON.int),
            "ts": time.map { .number(JSONNumber(min($0, Self.timeLimit))) }, "name": name.map(JSON.string),
            "cat": arrow.map { _ in "cause" }, "id": arrow.map(JSON.int), "bp": phase == "f" ? "e" : nil,
            "args": arguments,
        ])
        try spool.append("\(spool.count == 0 ? #"{"traceEvents":["# : ",")\n\(event)")
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
            try append("C", plot.name, at: at, ["value": .number(Self.readable(number))])
        }
    }

    /// `trace_processor` reads whole numbers of 64 bits, and fractions of at most 19 digits.
    static func readable(_ number: JSONNumber) -> JSONNumber {
        if let whole = number.int64 { return JSONNumber(whole) }
        let text = number.double.description
        let isLong = (0.0001..<0.001).contains(number.double.magnitude)
        return JSONNumber(unchecked: isLong ? text.replacing("0.000", with: "0.") + "e-3" : text)
    }

    func finish() throws -> FileBytes {
        // A line end in a chunk of its own, after the last brace, would be an error to `trace_processor`.
        try spool.append("\n]}")
        return try spool.finish()
    }
}

/// The arrows from steps to those that they caused. 16 bytes for each.
struct CausedSteps {
    private var pairs: [(cause: Int, effect: Int)] = []
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

    func effects(of seq: Int) -> [Int] {
        pairs[pairs.partitioningIndex { $0.cause >= seq }...].prefix { $0.cause == seq }.map(\.effect)
    }
}
