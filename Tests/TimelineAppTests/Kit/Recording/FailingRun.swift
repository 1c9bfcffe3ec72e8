@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// A recording whose writes fail for a while, and the checks of its file.
struct FailingRun {
    let fault: FaultyFiles.Fault
    let write, duration: Int
    /// The number of steps in gaps.
    private(set) var lost = 0

    /// Records until some steps after the fault. Returns what is wrong with the file; nil if nothing is.
    mutating func problem(_ generator: inout Seed, in path: String) throws -> String? {
        let files = FaultyFiles(fault, at: write, count: duration)
        let problems = Problems()
        let recorder = try Recorder.ticking(
            for: InboxProgram(), to: path, snapshots: .every(7), onProblem: problems.note, layer: files)
        let reducer = recorder.recording(reduceInbox)
        var live = [Inbox()]
        var state = Inbox()
        while files.calls < write + duration + 4 || live.count < write {
            reducer(&state, .random(&generator))
            live.append(state)
            // Keeps the state small, so that the harness mostly writes.
            if state.names.count > 8 {
                state = Inbox()
                recorder.set(state, by: "harness")
                live.append(state)
            }
        }
        for _ in 1...12 {
            reducer(&state, .random(&generator))
            live.append(state)
        }
        recorder.finish()
        if files.foreignCloses > 0 { return "a descriptor that the recorder does not own was closed" }
        return try problem(of: path, live, messages: problems.messages)
    }

    private mutating func problem(of path: String, _ live: [Inbox], messages: [String]) throws -> String? {
        let journal = try Journal(opening: path)
        do { try journal.requireSound() } catch { return "\(error)" }
        if try journal.index.isTorn { return "the last line is torn" }
        if journal.last != live.count - 1 { return "the last step is \(journal.last) of \(live.count - 1)" }
        if !journal.hasEnd { return "no end" }
        let missing = try journal.index.gaps.map { $0.seq...$0.through }
        lost = missing.reduce(0) { $0 + $1.count }
        if let wrong = problem(inReports: messages, missing) { return wrong }

        var replayer = try Replayer(program: InboxProgram(), timeline: path)
        if try replayer.state(at: 0) != live[0] { return "the first state is another" }
        while let step = try replayer.next() {
            if step.state != live[step.seq] { return "the state after step \(step.seq) is another" }
            if case .skipped(let steps, _) = step.kind, !missing.contains(where: { $0.contains(steps.lowerBound) }) {
                return "step \(steps.lowerBound) is no gap, and cannot be reduced"
            }
        }
        if replayer.divergence != nil { return "replay diverges" }
        return nil
    }

    /// Each gap is reported twice: when it begins, and with its length when it ends.
    private func problem(inReports messages: [String], _ missing: [ClosedRange<Int>]) -> String? {
        var expected: [String] = []
        for gap in RangeSet(missing.map(Range.init)).ranges {
            let why = FileError("", "", fault.code).reason
            expected.append("recording stopped at step \(gap.lowerBound): \(why)")
            expected.append("recording resumes at step \(gap.upperBound); \(gap.count) are missing")
        }
        // Other possible reports, once each: a missing snapshot, and a closed descriptor.
        let others = messages.filter { !$0.hasPrefix("recording ") }
        let rest = messages.filter { $0.hasPrefix("recording ") }
        if rest != expected { return "reported \(messages) of gaps \(missing)" }
        let snapshots = others.filter { $0.hasPrefix("the snapshot of step ") }
        let closings = others.filter { $0.hasSuffix("was closed by another part of the app") }
        if snapshots.count > 1 || closings.count > 1 || snapshots.count + closings.count != others.count {
            return "reported \(messages)"
        }
        return nil
    }
}
