import Dispatch
import ReSwift
import Testing
import TimelineKit
import TimelineReplay
import TimelineLive
import TimelineTestSupport

private struct Add: Action, Codable, Sendable { var number: Int }
private struct Reset: Action, Codable, Sendable {}
private struct Fetch: Action, Codable, Sendable { var how: String }
private struct Unlisted: Action {}

// snippet: actions
private enum CounterActions: ActionTypeList {
    static let actionTypes = ActionTypes<any Action>(Add.self, Reset.self, Fetch.self)
}
// end

private func counterReducer(action: any Action, state: Counter?) -> Counter {
    var state = state ?? Counter()
    switch action {
    case let action as Add: state.count += action.number
    case is Reset: state.count = 0
    default: break
    }
    return state
}

// snippet: program
private struct RecordedCounter: Program {
    let name = "counter"
    let version = "1.0.0"
    let initialState = Counter()

    func reduce(_ state: inout Counter, _ action: RecordedAction<CounterActions>) {
        state = counterReducer(action: action.base, state: state)
    }
}
// end

/// Waits for a queue that effects run on.
private let queue = DispatchQueue(label: "effects")

private func api(_ recorder: @autoclosure @escaping () -> Recorder<Counter, any Action>?) -> Middleware<Counter> {
    { dispatch, _ in
        nonisolated(unsafe) let dispatch = dispatch
        return { next in
            { action in
                switch (action as? Fetch)?.how {
                case "before next":
                    dispatch(Add(number: 1))
                    next(action)
                case "after next":
                    next(action)
                    dispatch(Add(number: 2))
                case "queue":
                    next(action)
                    queue.async { dispatch(Add(number: 3)) }
                case "queue with origin":
                    next(action)
                    let origin = recorder()?.effectOrigin
                    queue.async { origin?.perform { dispatch(Add(number: 4)) } }
                case "undo":
                    next(action)
                    recorder()?.origin("undo").perform { dispatch(Add(number: 6)) }
                case "dropped":
                    dispatch(Add(number: 5))
                default: next(action)
                }
            }
        }
    }
}

@Suite(.ownThreads)
struct ReSwiftAdoptionTests {
    private let run = RecordedRun()

    @Test func theRecordingReplaysToTheStateOfTheStore() throws {
        let folder = run.folder
        let api = api(nil)
        // snippet: store
        let recorder = Recorder(program: RecordedCounter(), in: folder, action: { RecordedAction($0) })
        let store = Store(
            reducer: recorder.recording(counterReducer), state: Counter(), middleware: [recorder.effects(api)])
        // end
        store.dispatch(Add(number: 3))
        store.dispatch(Reset())
        store.dispatch(Add(number: 4))
        recorder.finish()
        try run.expectReplay(of: RecordedCounter(), steps: 3, to: store.state)
        #expect(
            try run.steps() == [
                #"1 user {"add":{"number":3}}"#, #"2 user {"reset":{}}"#, #"3 user {"add":{"number":4}}"#,
            ])
    }

    @Test func whatMiddlewareDispatchesComesFromAnEffectAndHasACauseWhereItIsKnown() throws {
        let recorder = Recorder(program: RecordedCounter(), in: .file(run.path), action: { RecordedAction($0) })
        let store = Store(
            reducer: recorder.recording(counterReducer), state: Counter(),
            middleware: [recorder.effects(api(recorder)), recorder.effects { _, _ in { $0 } }])
        store.dispatch(Fetch(how: "after next"))
        // The step that it came from has no number yet.
        store.dispatch(Fetch(how: "before next"))
        store.dispatch(Fetch(how: "dropped"))
        store.dispatch(Fetch(how: "queue"))
        queue.sync {}
        store.dispatch(Fetch(how: "queue with origin"))
        queue.sync {}
        store.dispatch(Reset())
        store.dispatch(Fetch(how: "undo"))
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"fetch":{"how":"after next"}}"#, #"2 effect ← 1 {"add":{"number":2}}"#,
                #"3 effect {"add":{"number":1}}"#, #"4 user {"fetch":{"how":"before next"}}"#,
                #"5 effect {"add":{"number":5}}"#,
                #"6 user {"fetch":{"how":"queue"}}"#, #"7 effect {"add":{"number":3}}"#,
                #"8 user {"fetch":{"how":"queue with origin"}}"#, #"9 effect ← 8 {"add":{"number":4}}"#,
                #"10 user {"reset":{}}"#, #"11 user {"fetch":{"how":"undo"}}"#, #"12 undo {"add":{"number":6}}"#,
            ])
        try run.expectReplay(of: RecordedCounter(), steps: 12, to: store.state)
    }

    /// Effects as tasks, one after the other: each starts the next.
    @Test func whatATaskDispatchesHasTheStepThatStartedTheTaskAsItsCause() async throws {
        let (done, finish) = AsyncStream.makeStream(of: Void.self)
        let countdown: Middleware<Counter> = { dispatch, _ in
            nonisolated(unsafe) let dispatch = dispatch
            return { next in
                { action in
                    guard let number = (action as? Add)?.number else { return next(action) }
                    // A task that starts before the step has its number.
                    let (reduced, isReduced) = AsyncStream.makeStream(of: Void.self)
                    Task {
                        for await _ in reduced {}
                        if number > 0 { dispatch(Add(number: number - 1)) } else { finish.finish() }
                    }
                    next(action)
                    isReduced.finish()
                }
            }
        }
        let recorder = Recorder(program: RecordedCounter(), in: .file(run.path), action: { RecordedAction($0) })
        nonisolated(unsafe) let store = Store(
            reducer: recorder.recording(counterReducer), state: Counter(), middleware: [recorder.effects(countdown)])
        await Task.detached {
            store.dispatch(Add(number: 2))
            for await _ in done {}
        }.value
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"add":{"number":2}}"#, #"2 effect ← 1 {"add":{"number":1}}"#,
                #"3 effect ← 2 {"add":{"number":0}}"#,
            ])
    }

    @Test func whatASubscriberDispatchesHasTheStepThatItWasToldOfAsItsCause() throws {
        final class Limit: StoreSubscriber {
            var store: Store<Counter>?
            func newState(state: Counter) { if state.count > 5 { store?.dispatch(Reset()) } }
        }
        let recorder = Recorder(program: RecordedCounter(), in: .file(run.path), action: { RecordedAction($0) })
        let store = Store(
            reducer: recorder.recording(counterReducer), state: Counter(),
            middleware: [recorder.effects(api(nil)), recorder.effects { _, _ in { $0 } }])
        let limit = Limit()
        limit.store = store
        store.subscribe(limit)
        store.dispatch(Add(number: 4))
        store.dispatch(Add(number: 3))
        store.dispatch(Add(number: 1))
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"add":{"number":4}}"#, #"2 user {"add":{"number":3}}"#, #"3 effect ← 2 {"reset":{}}"#,
                #"4 user {"add":{"number":1}}"#,
            ])
        try run.expectReplay(of: RecordedCounter(), steps: 4, to: store.state)
    }

    @Test func aStoreWhoseMiddlewareIsNotWrappedSaysNothingOfCauses() throws {
        let recorder = Recorder(program: RecordedCounter(), in: .file(run.path), action: { RecordedAction($0) })
        let store = Store(
            reducer: recorder.recording(counterReducer), state: Counter(), middleware: [api(recorder)])
        store.dispatch(Fetch(how: "after next"))
        recorder.finish()
        #expect(
            try run.steps() == [#"1 user {"fetch":{"how":"after next"}}"#, #"2 user {"add":{"number":2}}"#])
    }

    @Test func aStoreThatMakesItsFirstStateItselfIsRecordedToo() throws {
        let recorder = Recorder(program: RecordedCounter(), in: .file(run.path), action: { RecordedAction($0) })
        let store = Store(reducer: recorder.recording(counterReducer), state: nil)
        store.dispatch(Add(number: 3))
        recorder.finish()
        #expect(try run.steps() == ["1 user ReSwiftInit()", #"2 user {"add":{"number":3}}"#])
        var replayer = try Replayer(program: RecordedCounter(), timeline: run.path)
        #expect(try replayer.state(at: 2) == store.state)
    }
}

// snippet: inert
private struct Refresh: Action {}
// end

extension ReSwiftAdoptionTests {
    /// Dispatches when it sees the past, as views do that load what they show.
    private final class Echo: StoreSubscriber {
        weak var store: Store<Counter>?
        var isOn = false

        func newState(state: Counter) {
            guard isOn else { return }
            isOn = false
            store?.dispatch(Add(number: 1000))
        }
    }

    @Test func timeTravelAndSetsWorkAndTheInertActionIsNotRecorded() throws {
        let recorder = Recorder(program: RecordedCounter(), in: .file(run.path), action: { RecordedAction($0) })
        let store = Store(reducer: recorder.recording(counterReducer), state: Counter())
        // snippet: attach
        let attached = recorder.attach(
            store, inert: Refresh(), reading: { RecordedAction<CounterActions>($0) }, writing: { $0.base }
        ) { $0.dispatch($1) }
        // end
        let echo = Echo()
        echo.store = store
        store.subscribe(echo)
        for number in 1...5 { store.dispatch(Add(number: number)) }
        let refused = Refused()
        let traveler = TimeTraveler(
            attached, program: RecordedCounter(), recorder: recorder, onRefused: { refused.note("\($0.action.base)") })
        echo.isOn = true
        try traveler.jump(to: 3)
        #expect(store.state.count == 6)
        store.dispatch(Add(number: 100))
        #expect(store.state.count == 6)
        try traveler.step(by: -1)
        #expect(store.state.count == 3)
        traveler.resume()
        #expect(store.state.count == 15)
        #expect(refused.all == ["Add(number: 1000)", "Add(number: 100)"])
        try traveler.jump(to: 2)
        traveler.continueHere()
        #expect(store.state.count == 3)
        attached.live.core.set(Counter(count: 9), by: "test")
        #expect(store.state.count == 9)
        #expect(attached.live.core.request(RecordedAction(Add(number: 1))!, from: .remote) == .step(8))
        #expect(store.state.count == 10)
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"add":{"number":1}}"#, #"2 user {"add":{"number":2}}"#, #"3 user {"add":{"number":3}}"#,
                #"4 user {"add":{"number":4}}"#, #"5 user {"add":{"number":5}}"#, #"6 timeTravel {"count":3}"#,
                #"7 test {"count":9}"#, #"8 remote {"add":{"number":1}}"#,
            ])
    }

    /// The store keeps its reducer, and so the recorder, which keeps what dispatches to the store.
    @Test func anAttachedStoreAndItsRecorderAreReleased() throws {
        weak var releasedStore: Store<Counter>?
        weak var releasedRecorder: Recorder<Counter, any Action>?
        do {
            let recorder = Recorder(program: RecordedCounter(), in: .file(run.path), action: { RecordedAction($0) })
            let store = Store(reducer: recorder.recording(counterReducer), state: Counter())
            let attached = recorder.attach(
                store, inert: Refresh(), reading: { RecordedAction<CounterActions>($0) }, writing: { $0.base }
            ) { $0.dispatch($1) }
            store.dispatch(Add(number: 1))
            let traveler = TimeTraveler(attached, program: RecordedCounter(), recorder: recorder)
            try traveler.jump(to: 0)
            traveler.resume()
            recorder.finish()
            (releasedStore, releasedRecorder) = (store, recorder)
            #expect(releasedStore?.state.count == 1)
        }
        #expect(releasedStore == nil)
        #expect(releasedRecorder == nil)
    }
}
