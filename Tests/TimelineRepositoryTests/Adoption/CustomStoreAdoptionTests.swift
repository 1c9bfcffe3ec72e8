import Testing
import TimelineKit
import TimelineLive
import TimelineTestSupport

/// A minimal store of an app that uses no store library.
private final class Store {
    private(set) var state = Counter()
    private let reducer: (inout Counter, CounterAction) -> Void
    /// Runs within `dispatch`, after the reducer.
    var interceptor: (CounterAction) -> Void = { _ in }

    init(reducer: @escaping (inout Counter, CounterAction) -> Void) { self.reducer = reducer }

    func dispatch(_ action: CounterAction) {
        reducer(&state, action)
        interceptor(action)
    }
}

/// A store on the main actor that queues actions: one that is dispatched while another is handled is reduced after it. Each action names
/// the one in whose handling, or in whose task, it was dispatched: what the recorded causes must say.
@MainActor private final class QueueingStore {
    struct State: Codable, Equatable, Sendable { var handled: [String] = [] }

    struct Action: Codable, Sendable { let name: String, parent: String? }

    struct Queueing: Program {
        let name = "queueing"
        let version = "1"
        let initialState = State()

        func reduce(_ state: inout State, _ action: Action) { state.handled.append(action.name) }
    }

    private var state: State
    // snippet: queue
    private var queue: [(Action, ActionOrigin<Action>)] = []
    private var isHandling = false
    let recorder: Recorder<State, Action>
    private lazy var reducer = recorder.recording(mainActor: Self.reduce)

    func dispatch(_ action: Action) {
        queue.append((action, recorder.dispatchOrigin))
        guard !isHandling else { return }
        isHandling = true
        defer { isHandling = false }
        while !queue.isEmpty {
            let (action, origin) = queue.removeFirst()
            origin.step {
                state = reducer(state, action)
                handle(action)
            }
        }
    }
    // end

    /// Middleware and subscribers.
    private func handle(_ action: Action) {
        func follow(_ names: String...) {
            for name in names { dispatch(Action(name: name, parent: action.name)) }
        }
        switch action.name {
        case "load": follow("loading", "shown")
        case "shown":
            running.append(Task { dispatch(Action(name: "answer", parent: "shown")) })
            recorder.origin("undo").perform { dispatch(Action(name: "undone", parent: nil)) }
        case "answer": follow("stored")
        default: break
        }
    }

    var running: [Task<Void, Never>] = []

    static func reduce(_ state: State, _ action: Action) -> State {
        var state = state
        Queueing().reduce(&state, action)
        return state
    }

    init(_ recorder: Recorder<State, Action>) {
        self.recorder = recorder
        state = recorder.initialState
    }
}

@Suite(.ownThreads)
struct CustomStoreAdoptionTests {
    private let run = RecordedRun()

    @Test func replayReachesTheStateOfTheStore() throws {
        let folder = run.folder
        // snippet: store
        let recorder = Recorder(program: CounterProgram(), in: folder)
        let store = Store(reducer: recorder.recording(reduceCounter))
        // end
        store.dispatch(.add(by: 3))
        store.dispatch(.reset)
        store.dispatch(.add(by: 4))
        recorder.finish()
        try run.expectReplay(of: CounterProgram(), steps: 3, to: store.state)
    }

    @Test func beginAndCommitRecordAStepWithoutAWrappedReducer() throws {
        let folder = run.folder
        let recorder = Recorder(program: CounterProgram(), in: folder)
        var state = Counter()
        let action = CounterAction.add(by: 3)
        // snippet: calls
        let seq = recorder.begin(action, in: state, from: .effect)
        reduceCounter(&state, action)
        recorder.commit(seq, state)
        // end
        recorder.finish()
        try run.expectReplay(of: CounterProgram(), steps: 1, to: state)
    }

    @Test func aReducerMayReturnTheNewStateWithTheActionFirst() throws {
        let recorder = Recorder(program: CounterProgram(), in: run.folder)
        let reducer = recorder.recording { (action: CounterAction, state: Counter) -> Counter in
            var state = state
            reduceCounter(&state, action)
            return state
        }
        let state = reducer(.add(by: 4), reducer(.add(by: 3), Counter()))
        recorder.finish()
        #expect(try run.steps() == [#"1 user {"add":{"by":3}}"#, #"2 user {"add":{"by":4}}"#])
        try run.expectReplay(of: CounterProgram(), steps: 2, to: state)
    }

    @Test @MainActor func aStoreThatQueuesItsActionsKeepsTheirCauses() async throws {
        let recorder = Recorder(program: QueueingStore.Queueing(), in: run.folder)
        let store = QueueingStore(recorder)
        for _ in 0..<2 {
            store.dispatch(.init(name: "load", parent: nil))
            while !store.running.isEmpty { await store.running.removeFirst().value }
            recorder.dispatching(.init(name: "tapped", parent: nil), line: 7) { store.dispatch($0) }
        }
        recorder.finish()
        #expect(Set(try run.sites()) == ["TimelineRepositoryTests/CustomStoreAdoptionTests.swift:7"])
        let steps = try run.steps()
        #expect(
            steps.prefix(7) == [
                #"1 user {"name":"load"}"#, #"2 effect ← 1 {"name":"loading","parent":"load"}"#,
                #"3 effect ← 1 {"name":"shown","parent":"load"}"#, #"4 undo {"name":"undone"}"#,
                #"5 effect ← 3 {"name":"answer","parent":"shown"}"#,
                #"6 effect ← 5 {"name":"stored","parent":"answer"}"#,
                #"7 user {"name":"tapped"}"#,
            ])
        #expect(steps.dropFirst(7).map { $0.contains("←") } == steps.prefix(7).map { $0.contains("←") })
    }

    @Test func anActionOfAnInterceptorHasTheOriginOfTheOneItRespondsTo() throws {
        let recorder = Recorder(program: CounterProgram(), in: run.folder)
        let store = Store(reducer: recorder.recording(reduceCounter))
        store.interceptor = { [unowned store] action in if action == .reset { store.dispatch(.add(by: 7)) } }
        store.dispatch(.reset)
        recorder.effectOrigin.perform { store.dispatch(.reset) }
        // snippet: result
        recorder.effectOrigin.perform { store.dispatch(.add(by: 1)) }
        // end
        recorder.finish()
        #expect(
            try run.steps() == [
                #"1 user {"reset":{}}"#, #"2 user {"add":{"by":7}}"#, #"3 effect {"reset":{}}"#,
                #"4 effect {"add":{"by":7}}"#, #"5 effect {"add":{"by":1}}"#,
            ])
    }
}
