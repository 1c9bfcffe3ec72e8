import Testing
import TimelineJournal

@testable import TimelineKit

/// A wrapped reducer is the reducer, whatever its shape.
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

    /// A function of one of these shapes fits the other, too: what is asked for decides.
    @Test func aReducerOfAnOptionalStateIsTakenForOne() throws {
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

    /// The live state is the expected one, and so is the one that replay makes of every step.
    private func expectReplay(
        to live: Counter, _ expected: Counter, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(live == expected, sourceLocation: sourceLocation)
        recorder.finish()
        var replayer = try Replayer(CounterProgram(), opening: folder.file())
        while try replayer.next() != nil {}
        #expect(replayer.divergence == nil, sourceLocation: sourceLocation)
        #expect(try replayer.state(at: replayer.last) == expected, sourceLocation: sourceLocation)
        #expect(try Journal(opening: folder.file()).index.sets == 0, sourceLocation: sourceLocation)
    }
}
