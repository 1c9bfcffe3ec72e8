import TimelineKit

nonisolated enum CustomStore {
    typealias Counter = Core.Counter
    typealias CounterAction = Core.CounterAction
    typealias CounterProgram = Core.CounterProgram

    final class Store {
        private var state = Counter()
        private let reducer: (inout Counter, CounterAction) -> Void
        init(reducer: @escaping (inout Counter, CounterAction) -> Void) { self.reducer = reducer }
        func dispatch(_ action: CounterAction) { reducer(&state, action) }
    }

    static func reduceCounter(_ state: inout Counter, _ action: CounterAction) {
        CounterProgram().reduce(&state, action)
    }

    static func startOwn(folder: String) {
        // sample: AStoreOfYourOwn#Overview:1
        store.dispatch(.reset)
    }

    static func startWithCalls(recorder: Recorder<Counter, CounterAction>, action: CounterAction) {
        var state = Counter()
        // sample: AStoreOfYourOwn#Overview:2
    }

    @MainActor final class QueueingStore {
        typealias State = Counter
        typealias Action = CounterAction

        private var state: State
        // sample: AStoreOfYourOwn#Overview:4

        private func handle(_ action: Action) {}
        static func reduce(_ state: State, _ action: Action) -> State { state }

        init(_ recorder: Recorder<State, Action>) {
            self.recorder = recorder
            state = recorder.initialState
        }
    }

    // sample: RecordingAnyStore#Values that are not recorded:1
    // sample: RecordingAnyStore#Values that are not recorded:2
    struct ProfileScreen: Codable, Sendable {}
    struct SearchScreen: Codable, Sendable {}

    static func dispatchResult(_ store: Store, recorder: Recorder<Counter, CounterAction>) {
        // sample: AStoreOfYourOwn#Overview:3
    }

    static func startFlightRecorder(folder: String) {
        // sample: CostsAndLimits#On the disk:1
        recorder.finish()
    }
}
