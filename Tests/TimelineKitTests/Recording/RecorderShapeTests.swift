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
