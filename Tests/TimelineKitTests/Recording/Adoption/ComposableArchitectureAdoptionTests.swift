import Testing
import TimelineKit

private typealias Effect = ComposableArchitectureShape.Effect
private typealias Reduce = ComposableArchitectureShape.Reduce
private typealias Reducer = ComposableArchitectureShape.Reducer
private typealias Store = ComposableArchitectureShape.Store

private struct CounterFeature: Reducer {
    func reduce(into state: inout Counter, action: CounterAction) -> Effect<CounterAction> {
        reduceCounter(&state, action)
        return action == .reset ? .send(.add(by: 1)) : .none
    }
}

// The effect is dropped: replay runs none.
private struct RecordedFeature: Program {
    let name = "counter"
    let version = "1.0.0"
    let initialState = Counter()

    // snippet: reduce
    func reduce(_ state: inout Counter, _ action: CounterAction) {
        _ = CounterFeature().reduce(into: &state, action: action)
    }
    // end
}

struct ComposableArchitectureAdoptionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func theRecordingReplaysToTheStateOfTheStore() throws {
        let path = folder.file()
        // snippet: store
        let recorder = try Recorder(for: RecordedFeature(), to: path)
        let store = Store(initialState: Counter()) { Reduce(recorder.recording(CounterFeature().reduce)) }
        // end
        store.send(.add(by: 3))
        store.send(.reset)
        recorder.finish()
        try expectReplay(of: RecordedFeature(), at: path, steps: 3, to: store.state)
    }
}
