import Testing
import TimelineJournal
import TimelineTestSupport

@testable import TimelineKit

/// A wrapped reducer behaves as the reducer, for every signature.
struct RecorderShapeTests {
    private typealias Reducer = (Counter, CounterAction) -> Counter

    private let folder: TemporaryFolder
    private let recorder: Recorder<Counter, CounterAction>

    init() throws {
        folder = try TemporaryFolder()
        recorder = try Recorder.ticking(for: CounterProgram(), to: folder.file())
    }

    /// A function from state and action to the new state, of one that changes the state.
    private static func returning(_ change: @escaping (inout Counter, CounterAction) -> Void) -> Reducer {
        { state, action in
            var state = state
            change(&state, action)
            return state
        }
    }

    /// Each wrapper as a function from state and action to the new state.
    private var wrappers: [(name: String, reduce: Reducer)] {
        let reduced = Self.returning(reduceCounter)
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
        return [
            ("in place", Self.returning { inPlace(&$0, $1) }),
            ("action first", Self.returning { actionFirst($1, &$0) }),
            ("optional", { optional($1, $0) }), ("plain", { plain($1, $0) }), ("returning", returning),
            ("sendable in place", Self.returning { sendableInPlace(&$0, $1) }),
            ("sendable action first", Self.returning { sendableActionFirst($1, &$0) }),
            ("sendable returning", sendableReturning),
        ]
    }

    /// Every wrapper commits, and records a state that was changed from outside, but no other.
    @Test func everyWrapperCommitsAndRecordsOutsideStates() throws {
        var seq = 0
        for (number, (name, reduce)) in wrappers.enumerated() {
            let start = Counter(count: 1000 * (number + 1))
            let next = reduce(start, .add(by: 3))
            #expect(next == Counter(count: start.count + 3), "\(name)")
            #expect(reduce(next, .add(by: 4)) == Counter(count: start.count + 7), "\(name)")
            seq += 3
            let journal = try Journal(opening: folder.file())
            #expect(journal.index.last == seq && journal.index.sets == number + 1, "\(name)")
            #expect(journal.unreturned == nil, "\(name)")
        }
        try expectReplay(to: Counter(count: 8007))
    }

    @Test func aResultIsReturned() throws {
        let reducer = recorder.recording { (state: inout Counter, action: CounterAction) -> String in
            reduceCounter(&state, action)
            return "effect"
        }
        let sendable: @Sendable (inout Counter, CounterAction) -> String = recorder.recording(
            sendable: { state, action in
                reduceCounter(&state, action)
                return "effect"
            })
        var state = Counter()
        #expect(reducer(&state, .add(by: 3)) == "effect")
        #expect(sendable(&state, .add(by: 4)) == "effect")
        #expect(state == Counter(count: 7))
        try expectReplay(to: state)
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
        #expect(plain(.add(by: 3), Counter()) == Counter(count: 3))
        try expectReplay(to: Counter(count: 3))
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
        #expect(try Journal(opening: folder.file()).index.sets == 0)
        try expectReplay(to: Counter(count: 3))
    }

    private func expectReplay(to live: Counter, sourceLocation: SourceLocation = #_sourceLocation) throws {
        recorder.finish()
        var replayer = try Replayer(program: CounterProgram(), timeline: folder.file())
        while try replayer.next() != nil {}
        #expect(replayer.divergence == nil, sourceLocation: sourceLocation)
        #expect(try replayer.state(at: replayer.last) == live, sourceLocation: sourceLocation)
    }
}
