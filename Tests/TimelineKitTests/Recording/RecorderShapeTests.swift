import TestSupport
import Testing
import TimelineJournal

@testable import TimelineKit

/// A wrapped reducer behaves as the reducer, for every signature.
struct RecorderShapeTests {
    private let folder: TemporaryFolder
    private let recorder: Recorder<Counter, CounterAction>

    init() throws {
        folder = try TemporaryFolder()
        recorder = try Recorder.ticking(for: CounterProgram(), to: folder.file())
    }

    @Test func inoutStateAndActionToAResult() throws {
        let reducer = recorder.recording { (state: inout Counter, action: CounterAction) -> String in
            reduceCounter(&state, action)
            return "effect"
        }
        var state = Counter()
        #expect(reducer(&state, .add(by: 3)) == "effect")
        try expectReplay(to: state, Counter(count: 3))
    }

    @Test func actionAndInoutState() throws {
        let reducer = recorder.recording { (action: CounterAction, state: inout Counter) in
            reduceCounter(&state, action)
        }
        var state = Counter()
        reducer(.add(by: 3), &state)
        try expectReplay(to: state, Counter(count: 3))
    }

    @Test func actionAndOptionalStateToState() throws {
        let reducer = recorder.recording { (action: CounterAction, state: Counter?) -> Counter in
            var state = state ?? Counter()
            reduceCounter(&state, action)
            return state
        }
        try expectReplay(to: reducer(.add(by: 3), nil), Counter(count: 3))
    }

    @Test func actionAndStateToState() throws {
        let reducer = recorder.recording { (action: CounterAction, state: Counter) -> Counter in
            var state = state
            reduceCounter(&state, action)
            return state
        }
        try expectReplay(to: reducer(.add(by: 3), Counter()), Counter(count: 3))
    }

    /// A function with an optional state matches both signatures.
    @Test func aReducerOfAnOptionalStateIsPreferred() throws {
        func reduce(action: CounterAction, state: Counter?) -> Counter {
            var state = state ?? Counter(count: 100)
            reduceCounter(&state, action)
            return state
        }
        let reducer = recorder.recording(reduce)
        let optional: (CounterAction, Counter?) -> Counter = reducer
        #expect(optional(.reset, nil) == Counter())
        let plain: (CounterAction, Counter) -> Counter = recorder.recording(reduce)
        try expectReplay(to: plain(.add(by: 3), Counter()), Counter(count: 3))
    }

    @Test func sendableReducers() throws {
        let inPlace: @Sendable (inout Counter, CounterAction) -> String = recorder.recording(
            sendable: { state, action in
                reduceCounter(&state, action)
                return "effect"
            })
        let actionFirst: @Sendable (CounterAction, inout Counter) -> Void = recorder.recording(
            sendable: { action, state in reduceCounter(&state, action) })
        let returning: @Sendable (Counter, CounterAction) -> Counter = recorder.recording(
            sendable: { state, action in
                var state = state
                reduceCounter(&state, action)
                return state
            })
        var state = Counter()
        #expect(inPlace(&state, .add(by: 3)) == "effect")
        actionFirst(.add(by: 4), &state)
        try expectReplay(to: returning(state, .add(by: 5)), Counter(count: 12))
    }

    @Test func stateAndActionToState() throws {
        let reducer = recorder.recording { (state: Counter, action: CounterAction) -> Counter in
            var state = state
            reduceCounter(&state, action)
            return state
        }
        try expectReplay(to: reducer(Counter(), .add(by: 3)), Counter(count: 3))
    }

    @Test func stateAndActionToAResultThatMayHoldTheState() throws {
        struct Next { var model: Counter? }
        let reducer = recorder.recording(
            { (state: Counter, action: CounterAction) -> Next in
                guard case .add(let number) = action, number > 0 else { return Next(model: nil) }
                return Next(model: Counter(count: state.count + number))
            }, newState: \.model)
        #expect(reducer(Counter(), .add(by: 3)).model == Counter(count: 3))
        #expect(reducer(Counter(count: 3), .add(by: 0)).model == nil)
        try expectReplay(to: Counter(count: 3), Counter(count: 3))
    }

    /// Each wrapper as a function from state and action to the new state.
    private var wrappers: [(name: String, reduce: (Counter, CounterAction) -> Counter)] {
        func reduced(_ state: Counter, _ action: CounterAction) -> Counter {
            var state = state
            reduceCounter(&state, action)
            return state
        }
        let inPlace = recorder.recording { (state: inout Counter, action: CounterAction) in
            reduceCounter(&state, action)
        }
        let actionFirst = recorder.recording { (action: CounterAction, state: inout Counter) in
            reduceCounter(&state, action)
        }
        let optional: (CounterAction, Counter?) -> Counter = recorder.recording {
            (action: CounterAction, state: Counter?) -> Counter in reduced(state ?? Counter(), action)
        }
        let plain: (CounterAction, Counter) -> Counter = recorder.recording {
            (action: CounterAction, state: Counter) -> Counter in reduced(state, action)
        }
        let returning: (Counter, CounterAction) -> Counter = recorder.recording {
            (state: Counter, action: CounterAction) -> Counter in reduced(state, action)
        }
        let sendableInPlace: @Sendable (inout Counter, CounterAction) -> Void = recorder.recording(
            sendable: { state, action in reduceCounter(&state, action) })
        let sendableActionFirst: @Sendable (CounterAction, inout Counter) -> Void = recorder.recording(
            sendable: { action, state in reduceCounter(&state, action) })
        let sendableReturning: @Sendable (Counter, CounterAction) -> Counter = recorder.recording(
            sendable: { state, action in
                var state = state
                reduceCounter(&state, action)
                return state
            })
        func changing(_ change: @escaping (inout Counter, CounterAction) -> Void) -> (Counter, CounterAction) -> Counter
        {
            { state, action in
                var state = state
                change(&state, action)
                return state
            }
        }
        return [
            ("in place", changing { inPlace(&$0, $1) }), ("action first", changing { actionFirst($1, &$0) }),
            ("optional", { optional($1, $0) }), ("plain", { plain($1, $0) }), ("returning", returning),
            ("sendable in place", changing { sendableInPlace(&$0, $1) }),
            ("sendable action first", changing { sendableActionFirst($1, &$0) }),
            ("sendable returning", sendableReturning),
        ]
    }

    /// Every wrapper commits, and records a state that was changed from outside.
    @Test func everyWrapperCommitsAndRecordsOutsideStates() throws {
        var seq = 0
        for (number, (name, reduce)) in wrappers.enumerated() {
            let start = Counter(count: 1000 * (number + 1))
            #expect(reduce(start, .add(by: 3)) == Counter(count: start.count + 3), "\(name)")
            seq += 2
            let journal = try Journal(opening: folder.file())
            #expect(journal.index.last == seq && journal.index.sets == number + 1, "\(name)")
            #expect(journal.unreturned == nil, "\(name)")
        }
        recorder.finish()
        var replayer = try Replayer(program: CounterProgram(), timeline: folder.file())
        #expect(try replayer.state(at: seq) == Counter(count: 8003))
    }

    /// Checks the live state, and the replayed state of every step.
    private func expectReplay(
        to live: Counter, _ expected: Counter, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(live == expected, sourceLocation: sourceLocation)
        recorder.finish()
        var replayer = try Replayer(program: CounterProgram(), timeline: folder.file())
        while try replayer.next() != nil {}
        #expect(replayer.divergence == nil, sourceLocation: sourceLocation)
        #expect(try replayer.state(at: replayer.last) == expected, sourceLocation: sourceLocation)
        #expect(try Journal(opening: folder.file()).index.sets == 0, sourceLocation: sourceLocation)
    }
}
