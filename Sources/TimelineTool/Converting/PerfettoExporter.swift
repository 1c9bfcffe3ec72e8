internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// Writes a trace for ui.perfetto.dev and `trace_processor`: a track for each origin of steps, an arrow from each step to those that it
/// caused, a track each of marks, snapshots and the recording itself, and the plotted values as counters. Times count from the start.
final class PerfettoExporter: TimelineExporter {
    struct Plot {
        let name: String
        let path: StatePath
    }

    private(set) var losses = ConversionLosses()
    private(set) var steps = 0
    private var spool: Spool
    private let plots: [Plot]
    private var caused: CausedSteps

    private var trace = PerfettoTrace()
    private var process: PerfettoTrace.Track?
    /// By name, with the kind in front.
    private var tracks: [String: PerfettoTrace.Track] = [:]
    private static let trackLimit = 1_000
    private var at = Moment.zero
    /// Written when they change.
    private var values: [JSONNumber?]

    init(_ journal: Journal, plots: [Plot]) throws {
        spool = try Spool(named: TimelineExport.product)
        self.plots = plots
        caused = try CausedSteps(of: journal)
        values = plots.map { _ in nil }
    }

    func add(_ line: Line) throws {
        losses.add(
            line,
            keeping: [.program, .origins, .causes, .numbers, .gaps, .marks, .generated, .canceled, .snapshots, .end])
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
        case .site, .unknown: break
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
            name, on: try self.track(track), at: step.at, flows: caused.effects(of: step.seq),
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

    init(of journal: Journal) throws {
        (first, gaps) = (journal.first, try journal.index.gaps)
        var lines = journal.lines()
        while let line = try lines.next() {
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
