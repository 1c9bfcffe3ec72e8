import TimelineKit
import TimelineReplay
import TimelineTestSupport

@testable import TimelineDebugger

/// A timeline of the inbox with its states, which were made by the reducer alone.
struct WrittenInbox {
    /// What is expected of a change.
    struct Change: Equatable {
        let steps: ClosedRange<Int>
        /// Whether it is known which step made it.
        let isKnown: Bool

        init(_ steps: ClosedRange<Int>, isKnown: Bool) { (self.steps, self.isKnown) = (steps, isKnown) }

        init(_ change: PathChange) {
            self.init(change.steps, isKnown: change.line != nil)
            if case .step(let step)? = change.line?.content { precondition(change.steps == step.seq...step.seq) }
        }
    }

    private var bytes: [UInt8]
    /// The state after each step; nil if neither the file nor replay shows it.
    private(set) var states: [Inbox?] = [Inbox()]
    /// The steps that cannot be reduced again.
    private var lost: Set<Int> = []
    private var state = Inbox()
    private var seq = 0

    private init() {
        bytes = LineWriter.header(
            Header(session: "0c8b", program: "inbox", version: "2.0", started: "2026-11-21T04:31:05Z", platform: [:]))
        snapshot()
    }

    /// A random timeline, some with gaps, opaque steps, states that were set, and late or missing snapshots.
    init(_ seed: Seed) {
        self.init()
        var random = seed
        let hasLosses = Bool.random(using: &random)
        for _ in 0..<Int.random(in: 0...50, using: &random) {
            let action = InboxAction.random(&random)
            switch Int.random(in: 0..<16, using: &random) {
            case 0:
                reduceInbox(&state, action)
                step(.set(text, by: "test"))
                states.append(state)
            case 1 where hasLosses:
                reduceInbox(&state, action)
                step(.opaque("\(action)"))
                lost.insert(seq)
                states.append(nil)
                if Bool.random(using: &random) { snapshot() }
            case 2 where hasLosses: loseSteps(.random(in: 1...4, using: &random), &random)
            case 3...4: snapshot()
            default: add(action)
            }
        }
        // The state at the end is known.
        if states[seq] == nil { snapshot() }
    }

    /// A long timeline of actions.
    init(length: Int, snapshotsEvery distance: Int, _ action: (_ seq: Int) -> InboxAction) {
        self.init()
        for seq in 1...length {
            add(action(seq))
            if seq % distance == 0 { snapshot() }
        }
    }

    private mutating func add(_ action: InboxAction) {
        reduceInbox(&state, action)
        let isKnown = states[seq] != nil
        step(.action(try! JSONCoding.encode(action)))
        states.append(isKnown ? state : nil)
    }

    private mutating func loseSteps(_ count: Int, _ random: inout Seed) {
        for _ in 0..<count { reduceInbox(&state, .random(&random)) }
        bytes += LineWriter.line(
            .gap(Gap(seq: seq + 1, at: moment, through: seq + count, why: "no space left on device")))
        for _ in 0..<count {
            seq += 1
            lost.insert(seq)
            states.append(nil)
        }
        snapshot()
    }

    private mutating func step(_ change: Step.Change) {
        seq += 1
        bytes += LineWriter.step(Step(seq: seq, at: moment, change: change, from: "user"))
    }

    private mutating func snapshot() {
        bytes += LineWriter.line(.snapshot(Snapshot(seq: seq, at: moment, state: text)))
        states[seq] = state
    }

    private var moment: Moment { Moment(microseconds: Int64(seq) * 1000) }
    private var text: JSONText { try! JSONCoding.encode(state) }
    var journal: Journal { get throws { try Journal(bytes: bytes).sound() } }

    func history(
        _ path: String, _ journal: Journal, _ range: ClosedRange<Int>? = nil, fresh isFresh: Bool = false,
        valueLimit: Int = .max
    ) throws -> PathHistory<ReplayedStates<InboxProgram>> {
        PathHistory(
            ReplayedStates(Replayer(InboxProgram(), journal, fresh: isFresh)),
            try StatePath(parsing: path), in: range ?? 0...seq, valueLimit: valueLimit)
    }

    /// The changes of what `walk` returns for a state.
    func changes(_ walk: (Inbox) -> [String]) -> [Change] {
        var changes: [Change] = []
        var known = 0
        for seq in states.indices.dropFirst() {
            guard let state = states[seq], let before = states[known] else { continue }
            if walk(before) != walk(state) {
                let steps = known + 1...seq
                changes.append(Change(steps, isKnown: steps.count == 1 && !lost.contains(seq)))
            }
            known = seq
        }
        return changes
    }
}
