import TimelineTestPrograms
import TimelineDebugger
import TimelineKit
import TimelineReplay

/// A bundle opens as a timeline, and replay of it leads to the states of the journal.
enum FuzzBundle: Fuzzer {
    static func test(_ bytes: [UInt8]) throws {
        guard let journal = open(bytes) else { return }
        try walk(journal)
        let count = bytes.count % 7 + 1
        let whole = try? CrashBundle(of: journal, program: Tally(), last: count)
        if let whole {
            try check(whole, of: journal)
            try checkLastState(whole, journal)
            let limit = whole.bytes.count - 1
            if let cut = try? CrashBundle(of: journal, program: Tally(), last: count, limit: limit) {
                Fuzzing.require(cut.bytes.count <= limit, "\(cut.bytes.count) bytes are over \(limit)")
                Fuzzing.require(cut.states <= whole.states, "a limit on bytes adds states")
                try check(cut, of: journal)
            }
        }
        if let recorded = try? CrashBundle(of: journal, last: count) { try check(recorded, of: journal) }
    }

    /// The journal if it is sound, otherwise a repaired copy.
    private static func open(_ bytes: [UInt8]) -> Journal? {
        guard let journal = try? Journal(bytes: bytes) else { return nil }
        if (try? journal.requireSound()) != nil { return journal }
        return (try? Salvage(bytes: bytes)).flatMap { try? Journal($0) }
    }

    // MARK: - States

    /// Replays step by step, and compares each state with that of a jump to the step. The step whose reducer never returned is
    /// not run again.
    private static func walk(_ journal: Journal) throws {
        var walk = replayer(journal)
        var jumps = replayer(journal)
        var taken = 0
        while let step = try? walk.next() {
            Fuzzing.require((journal.first...journal.end).contains(step.seq), "position \(step.seq) is out of range")
            taken += 1
            // After a divergence, a jump begins at the recorded state.
            guard walk.divergence == nil, taken <= 32 || step.seq == journal.end else { continue }
            Fuzzing.require(
                try jumps.state(at: step.seq) == step.state, "a jump to step \(step.seq) leads to another state")
        }
    }

    private static func replayer(_ journal: Journal) -> Replayer<Tally> {
        var replayer = Replayer(Tally(), journal)
        let unreturned = journal.unreturned
        replayer.onReducing = { seq in
            Fuzzing.require(seq == nil || seq != unreturned, "step \(seq ?? 0) never returned, but is run again")
        }
        return replayer
    }

    // MARK: - Bundles

    private static func check(_ bundle: CrashBundle, of journal: Journal) throws {
        let read = try Journal(bytes: bundle.bytes)
        try read.requireSound(.strict)
        Fuzzing.require(read.header.bundle?.states == bundle.states, "the note has another number of states")
        Fuzzing.require(read.header.bundle?.lastSeq == journal.last, "the note has another last step")
        Fuzzing.require(read.first == bundle.first, "it begins at another step than it says")
        Fuzzing.require(read.last - bundle.first == bundle.states, "it has another number of states than it says")
        Fuzzing.require(read.unreturned == journal.unreturned, "the step that never returned differs")
        Fuzzing.require(read.end == journal.end, "it ends at another step than the journal")
        let expected = steps(of: journal).filter { $0.seq > bundle.first }
        Fuzzing.require(steps(of: read) == expected, "the steps differ")
    }

    private static func checkLastState(_ bundle: CrashBundle, _ journal: Journal) throws {
        var (own, other) = (replayer(try Journal(bytes: bundle.bytes)), replayer(journal))
        guard journal.end >= bundle.first, let state = try? other.state(at: journal.end) else { return }
        Fuzzing.require(try own.state(at: journal.end) == state, "it ends with another state")
    }

    private static func steps(of journal: Journal) -> [Step] {
        var steps: [Step] = []
        var lines = journal.lines()
        while let line = try? lines.next() { if case .step(let step) = line.content { steps.append(step) } }
        return steps
    }
}

/// The counter of the tests, with a reducer that never overflows.
private struct Tally: Program {
    let name = "counter"
    let version = "1.0.0"
    let initialState = CounterProgram().initialState

    func reduce(_ state: inout Counter, _ action: CounterAction) {
        switch action {
        case .increment: state.count &+= 1
        case .add(let amount): state.count &+= amount
        case .reset: state.count = 0
        case .crash, .wait, .say: break
        }
    }
}
