import CounterCore
import Fuzzing
import TimelineDebugger
import TimelineJournal
import TimelineKit

/// A bundle opens as the timeline it is, its states are had by replay, and a bundle of it is one, too.
@main struct FuzzBundle {
    static func main() {
        Fuzzing.run { bytes in
            guard let journal = open(bytes) else { return }
            try walk(journal)
            let count = bytes.count % 7 + 1
            let whole = try? CrashBundle(of: journal, program: Tally(), last: count)
            if let whole {
                try check(whole, of: journal)
                try endsWithTheSameState(whole, journal)
                let limit = whole.bytes.count - 1
                if let cut = try? CrashBundle(of: journal, program: Tally(), last: count, limit: limit) {
                    Fuzzing.require(cut.bytes.count <= limit, "\(cut.bytes.count) bytes are over \(limit)")
                    Fuzzing.require(cut.states <= whole.states, "a bundle that is cut holds no more")
                    try check(cut, of: journal)
                }
            }
            if let recorded = try? CrashBundle(of: journal, last: count) { try check(recorded, of: journal) }
        }
    }

    /// The journal where it is sound, and what can be saved of it where not.
    private static func open(_ bytes: [UInt8]) -> Journal? {
        guard let journal = try? Journal(bytes: bytes) else { return nil }
        if (try? journal.requireSound()) != nil { return journal }
        return (try? Salvage(bytes: bytes)).flatMap { try? Journal($0) }
    }

    // MARK: - States

    /// Takes each step, and asks for its state by another way. The step whose reducer never returned is not run again.
    private static func walk(_ journal: Journal) throws {
        var walk = replayer(journal)
        var jumps = replayer(journal)
        var taken = 0
        while let step = try? walk.next() {
            Fuzzing.require((journal.index.first...journal.end).contains(step.seq), "position \(step.seq) has a state")
            taken += 1
            // Once a recorded state is another, it is the one that a jump begins at.
            guard walk.divergence == nil, taken <= 32 || step.seq == journal.end else { continue }
            Fuzzing.require(try jumps.state(at: step.seq) == step.state, "step \(step.seq) by a jump")
        }
    }

    private static func replayer(_ journal: Journal) -> Replayer<Tally> {
        var replayer = Replayer(Tally(), journal)
        let unreturned = journal.unreturned
        replayer.reducing = { seq in
            Fuzzing.require(seq == nil || seq != unreturned, "step \(seq ?? 0) never returned, and is run again")
        }
        return replayer
    }

    // MARK: - Bundles

    private static func check(_ bundle: CrashBundle, of journal: Journal) throws {
        let read = try Journal(bytes: bundle.bytes)
        try read.requireSound(.strict)
        Fuzzing.require(read.header.bundle?.states == bundle.states, "the note counts the states")
        Fuzzing.require(read.header.bundle?.lastSeq == journal.index.last, "the note names the last step")
        Fuzzing.require(read.index.first == bundle.first, "it begins where it says")
        Fuzzing.require(read.index.last - bundle.first == bundle.states, "it holds as many as it says")
        Fuzzing.require(read.unreturned == journal.unreturned, "what never returned is known in it")
        Fuzzing.require(read.end == journal.end, "it ends where the journal does")
        let expected = steps(of: journal).filter { $0.seq > bundle.first }
        Fuzzing.require(steps(of: read) == expected, "the steps are the same")
    }

    private static func endsWithTheSameState(_ bundle: CrashBundle, _ journal: Journal) throws {
        var (own, other) = (replayer(try Journal(bytes: bundle.bytes)), replayer(journal))
        guard journal.end >= bundle.first, let state = try? other.state(at: journal.end) else { return }
        Fuzzing.require(try own.state(at: journal.end) == state, "it ends with the same state")
    }

    private static func steps(of journal: Journal) -> [Step] {
        var steps: [Step] = []
        var lines = journal.lines()
        while let line = try? lines.next() {
            if case .step(let step) = line.content { steps.append(step) }
        }
        return steps
    }
}

/// The counter of the tests, but for a reducer that no number can make trap.
private struct Tally: Program {
    let name = "counter"
    let version = "1.0.0"
    let initialState = CounterProgram().initialState

    func reduce(_ state: inout Counter, _ action: CounterAction) {
        switch action {
        case .increment: state.count &+= 1
        case .add(let amount): state.count &+= amount
        case .reset: state.count = 0
        case .crash: break
        }
    }
}
