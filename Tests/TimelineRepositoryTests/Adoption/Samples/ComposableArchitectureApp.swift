import ComposableArchitecture
import TimelineKit

@MainActor func start(_ recorder: Recorder<CounterFeature.State, CounterFeature.Action>) {
    // sample: RecordingAnyStore#The Composable Architecture:1
    store.send(.add(by: 1))
}
