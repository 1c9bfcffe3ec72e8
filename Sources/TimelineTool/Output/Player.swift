internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay
internal import TimelineLive

struct Player<P: Program> {
    enum Output {
        case none
        case text
        case json
    }

    private(set) var replayer: Replayer<P>
    private let range: ClosedRange<Int>
    private let output: Output
    private let isFull: Bool
    /// The position of the replayer: ahead of `shownStep` while the next step is not due yet.
    private var seq = 0
    private var shownStep = 0
    private var shownState: JSONText?
    private var replayed: ReplaySummary
    private(set) var summary: ReplaySummary

    init(_ replayer: Replayer<P>, _ range: ClosedRange<Int>, output: Output, full isFull: Bool = false) {
        self.replayer = replayer
        self.replayer.continuesFromRecorded = output == .none && !replayer.isFresh
        (self.range, self.output, self.isFull) = (range, output, isFull)
        replayed = ReplaySummary(
            freshFrom: replayer.isFresh ? replayer.first : nil, isReplicaLog: replayer.isReplicaLog)
        summary = replayed
    }

    // MARK: - Without waiting

    mutating func run() throws {
        try seek(to: range.lowerBound)
        var bar = ProgressBar("Replaying")
        defer { bar.finish() }
        if output == .none {
            while try forward(upTo: seq + 4096) { bar.update(seq - range.lowerBound, of: range.count) }
        } else {
            while let step = try forward() { try show(step) }
        }
        summary = replayed
    }

    private mutating func seek(to seq: Int) throws {
        let state = try replayer.state(at: seq)
        if output != .none { shownState = try ReplayError.encode(state, at: seq, of: replayer.journal.name) }
        self.seq = seq
        shownStep = seq
    }

    private mutating func forward() throws -> ReplayedStep<P>? { try forward(upTo: seq + 1) ? replayer.lastStep : nil }

    private mutating func forward(upTo target: Int) throws -> Bool {
        guard seq < range.upperBound else { return false }
        do throws(ReplayError) {
            guard let next = try replayer.advance(upTo: min(target, range.upperBound)) else { return false }
            if next > range.upperBound {
                skipRest(isCut: true)
                return false
            }
            seq = next
            replayed.counts = replayer.counts
            replayed.skippedSteps = replayer.skippedSteps
            if replayed.divergence == nil { replayed.divergence = replayer.divergence.map { BisectDivergence($0) } }
            return true
        } catch {
            guard case .unavailable = error.cause else { throw error }
            skipRest(isCut: false)
            return false
        }
    }

    private mutating func skipRest(isCut: Bool) {
        replayed.unreduced = (seq + 1...range.upperBound, isCut)
        replayed.counts.skipped += range.upperBound - seq
        replayed.skippedSteps.insert(contentsOf: seq + 1..<range.upperBound + 1)
    }

    // MARK: - In recorded time

    mutating func play(speed: Double, idleLimit: Double?) throws {
        let start = ContinuousClock.now
        try seek(to: range.lowerBound)
        let from = try microseconds(at: range.lowerBound)
        var playback = Playback(speed: speed, idleLimit: idleLimit.map { .seconds($0) }, from: from, now: .zero)
        let keys = TerminalKeys()
        defer { keys?.restore() }
        if keys != nil { printStatus(". next step   , step back   + - speed   space pause   q quit") }
        // The next step is reduced before it is due, so that reducing does not delay it.
        var pending = try forward()
        while let step = pending {
            let now = start.duration(to: .now)
            let wait = playback.due(step.at.microseconds).map { $0 - now }
            if let wait, wait <= .zero {
                try show(step)
                playback.shown(step.at.microseconds)
                pending = try forward()
                continue
            }
            let key: UInt8
            StandardOutput.flush()
            switch TerminalKeys.wait(keys, for: wait) {
            case .none: continue
            case .closed: return
            case .key(let byte): key = byte
            }
            switch Character(Unicode.Scalar(key)) {
            case " ":
                playback.isPaused ? playback.resume(now: now) : playback.pause(now: now)
                printStatus(playback.isPaused ? "paused" : "playing")
            case "+", "=", "-":
                let isSlower = key == UInt8(ascii: "-")
                let speed = isSlower ? max(playback.speed / 2, 1 / 64) : min(playback.speed * 2, 1024)
                playback.change(speed: speed, now: now)
                printStatus("speed \(playback.speed)")
            case ".":
                try show(step)
                playback.jumped(to: step.at.microseconds, now: now)
                pending = try forward()
            case "," where shownStep > range.lowerBound:
                let before = shownState
                let target = try back(from: shownStep)
                printStatus("back to step \(target)")
                if output == .text { showChange(from: before) }
                playback.jumped(to: try microseconds(at: target), now: now)
                pending = try forward()
            case "q": return
            default: break
            }
        }
        summary = replayed
    }

    /// Jumps to the position before `step` or, if the state there is unknown, to the last recorded state before it.
    private mutating func back(from step: Int) throws -> Int {
        var target = step - 1
        do throws(ReplayError) { _ = try replayer.state(at: target) } catch {
            guard case .unavailable = error.cause else { throw error }
            target = max(try replayer.journal.checkpoint(atOrBefore: target)?.seq ?? 0, range.lowerBound)
        }
        try seek(to: target)
        return target
    }

    private func printStatus(_ text: String) { if output == .text { StandardOutput.print(Style.faint(text)) } }

    private func microseconds(at seq: Int) throws -> Int64 { try replayer.journal.moment(of: seq).microseconds }

    // MARK: - Showing

    private mutating func show(_ step: ReplayedStep<P>) throws {
        summary = replayed
        shownStep = step.seq
        let state = try ReplayError.encode(step.state, at: step.seq, of: replayer.journal.name)
        let before = shownState
        shownState = state
        if output == .json {
            let skipped: JSON? =
                if case .skipped(let steps, let why) = step.kind {
                    ["from": .int(steps.lowerBound), "through": .int(steps.upperBound), "why": .string(why)]
                } else { nil }
            let by: String? = if case .set(let by) = step.kind { by } else { nil }
            let diff = JSONDifference(from: before ?? JSONText(.null), to: state).patch
            let line = ReplaySummary.step.json((step.seq, step.at, step.step, by, skipped, diff))
            return StandardOutput.print(line.description)
        }
        if case .skipped(let steps, let why) = step.kind {
            StandardOutput.print(
                StepText.line(step.seq, step.at, "\(Layout.steps(steps)) could not be replayed: \(why)"))
        } else if let recorded = step.step {
            StandardOutput.print(StepText.line(recorded, width: isFull ? nil : StandardOutput.columns))
        }
        showChange(from: before)
    }

    private func showChange(from before: JSONText?) {
        let difference = JSONDifference(from: before ?? JSONText(.null), to: shownState ?? JSONText(.null))
        let lines = DifferenceText.lines(
            difference, indent: 29, width: isFull ? .max : StandardOutput.columns,
            limit: isFull || !StandardOutput.isTerminal ? .max : 4)
        lines.forEach { StandardOutput.print($0) }
    }
}
