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
        // sample: RecordingAnyStore#A store of your own:1
        store.dispatch(.reset)
    }

    static func startWithCalls(recorder: Recorder<Counter, CounterAction>, action: CounterAction) {
        var state = Counter()
        // sample: RecordingAnyStore#A store of your own:2
    }

    static func dispatchResult(_ store: Store, recorder: Recorder<Counter, CounterAction>) {
        // sample: RecordingAnyStore#A store of your own:3
    }

    static func startFlightRecorder(folder: String) {
        // sample: RecordingAnyStore#In a shipped app:1
        recorder.finish()
    }
}
