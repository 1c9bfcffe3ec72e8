import Dispatch
import SwiftRex
import Testing
import TimelineKit
import TimelineLive
import TimelineTestSupport

private struct FetchMiddleware: MiddlewareProtocol {
    let queue = DispatchQueue(label: "effects")

    func handle(
        action: CounterAction, from dispatcher: ActionSource, state: @escaping GetState<Counter>
    ) -> IO<CounterAction> {
        switch action {
        case .add(by: 100):
            IO { output in
                output.dispatch(.add(by: 1))
                nonisolated(unsafe) let output = output
                queue.async { output.dispatch(.add(by: 2)) }
            }
        default: .pure()
        }
    }
}

// snippet: wrapper
nonisolated extension Recorder {
    /// Middleware whose actions know which step they come from.
    func effects<Effects: MiddlewareProtocol>(_ middleware: Effects) -> AnyMiddleware<Action, Action, State>
    where Effects.InputActionType == Action, Effects.OutputActionType == Action, Effects.StateType == State {
        AnyMiddleware { action, source, state in
            let origin = self.nextEffectOrigin(
                carried: source.info, site: DispatchSite(file: source.file, line: source.line))
            return middleware.handle(action: action, from: source, state: state).flatMap { dispatched in
                let from = dispatched.dispatcher
                let source = ActionSource(
                    file: from.file, function: from.function, line: from.line, info: origin.text)
                return IO { $0.dispatch(dispatched.action, from: source) }
            }
        }
    }
}
// end

@Suite(.ownThreads)
struct SwiftRexAdoptionTests {
    private let run = RecordedRun()

    @Test func theRecordingReplaysToTheStateOfTheStoreAndKnowsEveryOriginAndCause() throws {
        let folder = run.folder
        let middleware = FetchMiddleware()
        let counterReducer = Reducer<CounterAction, Counter>.reduce { action, state in reduceCounter(&state, action) }
        // snippet: store
        let recorder = Recorder(program: CounterProgram(), in: folder)
        let reducer = Reducer.reduce(recorder.recording(counterReducer.reduce))
        let effects = recorder.effects(middleware)
        // end
        var store: ReduxStoreBase<CounterAction, Counter>?
        store = ReduxStoreBase(
            state: Counter(), reducer: reducer, middleware: effects,
            onChange: { state in if state.count == 100 { store?.dispatch(.add(by: 3)) } })
        let line = #line
        store?.dispatch(.reset)
        // A subscriber dispatches before the effects of the step run.
        store?.dispatch(.add(by: 100))
        middleware.queue.sync {}
        store?.dispatch(.add(by: 2))
        store?.dispatch(.reset, info: recorder.origin("push").text)
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"reset":{}}"#, #"2 user {"add":{"by":100}}"#, #"3 user {"add":{"by":3}}"#,
                #"4 effect ← 2 {"add":{"by":1}}"#, #"5 effect ← 2 {"add":{"by":2}}"#, #"6 user {"add":{"by":2}}"#,
                #"7 push {"reset":{}}"#,
            ])
        // Of the paths that SwiftRex passes on. Two are lines of `FetchMiddleware`, one is the subscriber's.
        #expect(
            try run.sites()
                == [1, 3, -1, -45, -43, 5, 6].map { "TimelineRepositoryTests/SwiftRexAdoptionTests.swift:\(line + $0)" }
        )
        try run.expectReplay(of: CounterProgram(), steps: 7, to: try #require(store?.state))
    }

    /// A person's action waits for the main queue, and an effect's equal one behind it. Set up on the main actor, as in an
    /// app, while the effect answers on a queue.
    @Test @MainActor func equalActionsThatWaitAreNotTakenForEachOther() async throws {
        let recorder = Recorder(program: CounterProgram(), in: .file(run.path))
        let reducer = Reducer.reduce(recorder.recording { (action: CounterAction, state: inout Counter) in })
        let middleware = FetchMiddleware()
        let effects = recorder.effects(middleware)
        let store = ReduxStoreBase(
            state: Counter(), reducer: reducer, middleware: effects, isOnMain: { @Sendable in false })
        store.dispatch(.add(by: 100))
        store.dispatch(.add(by: 1))
        // Each hop to the main queue, and those of the effects.
        for _ in 1...4 {
            await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } }
            middleware.queue.sync {}
        }
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"add":{"by":100}}"#, #"2 user {"add":{"by":1}}"#, #"3 effect ← 1 {"add":{"by":1}}"#,
                #"4 effect ← 1 {"add":{"by":2}}"#,
            ])
    }

    /// The store reduces later, on the main queue.
    @Test @MainActor func timeTravelAndSetsWorkAndTheInertActionIsNotRecorded() async throws {
        let recorder = Recorder(program: CounterProgram(), in: .file(run.path))
        let reducer = Reducer.reduce(
            recorder.recording { (action: CounterAction, state: inout Counter) in
                reduceCounter(&state, action)
            })
        let store = ReduxStoreBase(
            state: Counter(), reducer: reducer, middleware: recorder.effects(FetchMiddleware()),
            isOnMain: { @Sendable in false })
        let attached = recorder.attach(store, inert: .add(by: 0)) { $0.dispatch($1) }
        func reduced() async { await withCheckedContinuation { done in DispatchQueue.main.async { done.resume() } } }
        for number in 1...5 { store.dispatch(.add(by: number)) }
        await reduced()
        let refused = Refused()
        let traveler = TimeTraveler(
            attached, program: CounterProgram(), recorder: recorder, onRefused: { refused.note("\($0.action)") })
        try traveler.jump(to: 3)
        await reduced()
        #expect(store.state.count == 6)
        store.dispatch(.add(by: 1000))
        await reduced()
        #expect(store.state.count == 6)
        traveler.resume()
        await reduced()
        #expect(store.state.count == 15)
        #expect(refused.all == ["add(by: 1000)"])
        // Reduced before the inert action, which was dispatched after it.
        store.dispatch(.add(by: 1))
        attached.live.core.set(Counter(count: 9), by: "test")
        #expect(store.state.count == 15)
        await reduced()
        #expect(store.state.count == 10)
        recorder.finish()
        #expect(
            try run.steps() == (1...5).map { #"\#($0) user {"add":{"by":\#($0)}}"# } + [
                #"6 test {"count":9}"#, #"7 user {"add":{"by":1}}"#,
            ])
    }
}
