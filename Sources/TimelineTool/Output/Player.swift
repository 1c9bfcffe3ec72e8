internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit

/// Replays a stretch of a timeline, and shows each step when it is due.
struct Player<P: Program> {
    enum Output {
        case none
        case text
        case json
    }

    private var replayer: Replayer<P>
    private let range: ClosedRange<Int>
    private let output: Output
    private var seq: Int
    /// The state that was shown last, for the difference.
    private var shown: JSON?
    /// The steps whose recorded states replay confirmed, and how often one did.
    private var confirmed: Set<Int> = []
    private var seen = 0
    /// The last step that was ever taken.
    private var furthest = 0
    private(set) var summary = ReplaySummary<P.State>()

    init(_ replayer: Replayer<P>, _ range: ClosedRange<Int>, output: Output) {
        self.replayer = replayer
        self.range = range
        self.output = output
        seq = range.lowerBound
    }

    // MARK: - Without waiting

    /// Takes all steps at once.
    mutating func run() throws {
        try begin(at: range.lowerBound)
        var bar = ProgressBar("Replaying")
        defer { bar.finish() }
        guard output == .none else {
            while let taken = try forward() { try show(taken) }
            return
        }
        while seq < range.upperBound {
            guard let taken = try replayer.pass(upTo: min(seq + 4096, range.upperBound)), taken.seq <= range.upperBound
            else { return }
            count(taken.seq, taken.count)
            bar.update(taken.seq - range.lowerBound, of: range.count)
        }
    }

    private mutating func begin(at seq: Int) throws {
        let state = try replayer.state(at: seq)
        if output != .none { shown = try JSONCoding.encode(state).value }
        self.seq = seq
    }

    private mutating func forward() throws -> ReplayedStep<P>? {
        guard seq < range.upperBound, let taken = try replayer.next(), taken.seq <= range.upperBound else { return nil }
        count(taken.seq, 1)
        return taken
    }

    /// Counts steps that were taken, up to this one.
    private mutating func count(_ taken: Int, _ count: Int) {
        seq = taken
        // The walk may go back, and take the same step again.
        if taken > furthest {
            furthest = taken
            summary.steps += count
        }
        // The walk may go back, and meet the same recorded state again.
        if replayer.confirmed > seen {
            seen = replayer.confirmed
            confirmed.insert(taken)
            summary.confirmed = confirmed.count
        }
        if summary.divergence?.seq != replayer.divergedAt { summary.divergence = replayer.divergence }
    }

    // MARK: - In time

    /// Takes each step when it is due, and obeys keys where there is a terminal.
    mutating func play(speed: Double, idleLimit: Double?) throws {
        let clock = ContinuousClock()
        let start = clock.now
        try begin(at: range.lowerBound)
        let from = try at(range.lowerBound)
        var playback = Playback(
            speed: speed, idleLimit: idleLimit.map { .seconds($0) }, from: from, now: .zero)
        let keys = KeyReader()
        defer { keys?.restore() }
        // The next step is reduced before it is due, so that showing it takes no time.
        var pending = try forward()
        while let taken = pending {
            let now = start.duration(to: clock.now)
            let wait = playback.due(taken.at.microseconds).map { $0 - now }
            if let wait, wait <= .zero {
                try show(taken)
                playback.shown(taken.at.microseconds)
                pending = try forward()
                continue
            }
            switch KeyReader.wait(keys, for: wait) {
            case .pause:
                playback.isPaused ? playback.resume(now: now) : playback.pause(now: now)
                say(playback.isPaused ? "paused" : "goes on")
            case .faster:
                playback.change(speed: min(playback.speed * 2, 1024), now: now)
                say("speed \(playback.speed)")
            case .slower:
                playback.change(speed: max(playback.speed / 2, 1 / 64), now: now)
                say("speed \(playback.speed)")
            case .forward:
                try show(taken)
                playback.jumped(to: taken.at.microseconds, now: now)
                pending = try forward()
            case .back:
                // The pending step is one past the step on screen, and that one is taken back.
                let target = taken.seq - 2
                guard target >= range.lowerBound else { break }
                try begin(at: target)
                say("back to step \(target)")
                playback.jumped(to: try at(target), now: now)
                pending = try forward()
            case .quit, .gone:
                // The pending step was taken, and not shown.
                if taken.seq == furthest { summary.steps -= 1 }
                return
            case nil: break
            }
        }
    }

    /// What a key did, where it is seen.
    private func say(_ text: String) {
        if output == .text { StandardOutput.print(Style.faint(text)) }
    }

    /// When step `seq` was, in microseconds.
    private func at(_ seq: Int) throws -> Int64 { try replayer.journal.moment(of: seq).microseconds }

    // MARK: - Showing

    private mutating func show(_ taken: ReplayedStep<P>) throws {
        if output == .none { return }
        let state = try JSONCoding.encode(taken.state).value
        let before = shown ?? .null
        let patch = JSONPatch.difference(from: before, to: state, legible: true)
        shown = state
        if output == .json {
            let action: JSON? = if case .action(let text) = taken.step?.change { text.value } else { nil }
            let by: JSON? = if case .set(let by) = taken.kind { .string(by) } else { nil }
            StandardOutput.print(
                JSON.members([
                    "seq": .int(taken.seq), "at": JSONNumber(text: taken.at.description).map { .number($0) },
                    "action": action, "by": by, "from": taken.step?.from.map { .string($0.rawValue) },
                    "diff": patch.json,
                ]).description)
            return
        }
        if case .skipped(let steps, let why) = taken.kind {
            StandardOutput.print(
                StepText.line(taken.seq, taken.at, "\(Layout.steps(steps)) could not be replayed: \(why)"))
        } else if let step = taken.step {
            StandardOutput.print(StepText.line(step))
        }
        let lines = DifferenceText.lines(patch, from: before, width: StandardOutput.columns - 25)
        for line in lines.prefix(4) { StandardOutput.print(String(repeating: " ", count: 29) + line) }
        if lines.count > 4 {
            StandardOutput.print(String(repeating: " ", count: 29) + Style.faint("  and \(lines.count - 4) more"))
        }
    }
}
