import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// A wrapped reducer behaves as the reducer, for every signature.
struct RecorderShapeTests {
    private typealias Reducer = (Total, TotalAction) -> Total

    private let folder = TemporaryFolder()
    private let recorder: Recorder<Total, TotalAction>

    init() throws { recorder = try Recorder.ticking(for: TotalProgram(), to: folder.file()) }

    /// A function from state and action to the new state, of one that changes the state.
    private static func returning(_ change: @escaping (inout Total, TotalAction) -> Void) -> Reducer {
        { state, action in
            var state = state
            change(&state, action)
            return state
        }
    }

    /// Each wrapper as a function from state and action to the new state.
    private var wrappers: [(name: String, reduce: Reducer)] {
        let reduced = Self.returning(reduceTotal)
        let inPlace = recorder.recording(reduceTotal)
        let actionFirst = recorder.recording { (action: TotalAction, state: inout Total) in
            reduceTotal(&state, action)
        }
        let optional: (TotalAction, Total?) -> Total = recorder.recording {
            (action: TotalAction, state: Total?) -> Total in reduced(state ?? Total(), action)
        }
        let plain: (TotalAction, Total) -> Total = recorder.recording {
            (action: TotalAction, state: Total) -> Total in reduced(state, action)
        }
        let returning: (Total, TotalAction) -> Total = recorder.recording {
            (state: Total, action: TotalAction) -> Total in reduced(state, action)
        }
        let sendableInPlace: @Sendable (inout Total, TotalAction) -> Void = recorder.recording(
            sendable: { state, action in reduceTotal(&state, action) })
        let sendableActionFirst: @Sendable (TotalAction, inout Total) -> Void = recorder.recording(
            sendable: { action, state in reduceTotal(&state, action) })
        let sendableReturning: @Sendable (Total, TotalAction) -> Total = recorder.recording(
            sendable: { state, action in
                var state = state
                reduceTotal(&state, action)
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
            let start = Total(count: 1000 * (number + 1))
            let next = reduce(start, .add(by: 3))
            #expect(next == Total(count: start.count + 3), "\(name)")
            #expect(reduce(next, .add(by: 4)) == Total(count: start.count + 7), "\(name)")
            seq += 3
            let journal = try Journal(opening: folder.file())
            #expect(try journal.last == seq && journal.index.sets == number + 1, "\(name)")
            #expect(journal.unreturned == nil, "\(name)")
        }
        try expectReplay(to: Total(count: 8007))
    }

    @Test func aResultIsReturned() throws {
        let reducer = recorder.recording { (state: inout Total, action: TotalAction) -> String in
            reduceTotal(&state, action)
            return "effect"
        }
        let sendable: @Sendable (inout Total, TotalAction) -> String = recorder.recording(
            sendable: { state, action in
                reduceTotal(&state, action)
                return "effect"
            })
        var state = Total()
        #expect(reducer(&state, .add(by: 3)) == "effect")
        #expect(sendable(&state, .add(by: 4)) == "effect")
        #expect(state == Total(count: 7))
        try expectReplay(to: state)
    }

    /// A function with an optional state matches both signatures.
    @Test func aReducerOfAnOptionalStateIsPreferred() throws {
        func reduce(action: TotalAction, state: Total?) -> Total {
            var state = state ?? Total(count: 100)
            reduceTotal(&state, action)
            return state
        }
        let reducer = recorder.recording(reduce)
        let optional: (TotalAction, Total?) -> Total = reducer
        #expect(optional(.reset, nil) == Total())
        let plain: (TotalAction, Total) -> Total = recorder.recording(reduce)
        #expect(plain(.add(by: 3), Total()) == Total(count: 3))
        try expectReplay(to: Total(count: 3))
    }

    @Test func stateAndActionToAResultThatMayHoldTheState() throws {
        struct Next { var model: Total? }
        let reducer = recorder.recording(
            { (state: Total, action: TotalAction) -> Next in
                guard case .add(let number) = action, number > 0 else { return Next(model: nil) }
                return Next(model: Total(count: state.count + number))
            }, newState: \.model)
        #expect(reducer(Total(), .add(by: 3)).model == Total(count: 3))
        #expect(reducer(Total(count: 3), .add(by: 0)).model == nil)
        #expect(try Journal(opening: folder.file()).index.sets == 0)
        try expectReplay(to: Total(count: 3))
    }

    private func expectReplay(to live: Total, sourceLocation: SourceLocation = #_sourceLocation) throws {
        recorder.finish()
        var replayer = try Replayer(program: TotalProgram(), timeline: folder.file())
        while try replayer.next() != nil {}
        #expect(replayer.divergence == nil, sourceLocation: sourceLocation)
        #expect(try replayer.state(at: replayer.last) == live, sourceLocation: sourceLocation)
    }
}
