import ComposableArchitecture
import TimelineKit

@MainActor func start(_ recorder: Recorder<CounterFeature.State, CounterFeature.Action>) {
    let store = Store(initialState: CounterFeature.State()) { CounterFeature().recorded(by: recorder) }
    store.send(.add(by: 1))
}
