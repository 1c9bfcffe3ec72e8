import ComposableArchitecture
import TimelineKit

@MainActor func start(_ recorder: Recorder<CounterFeature.State, CounterFeature.Action>) {
    // sample: RecordingAnyStore#The Composable Architecture:1
    store.send(.add(by: 1))
}

extension NotesCore {
    @MainActor static func start(folder: String) {
        // sample: ComposableArchitecture#Record:1
        store.send(.addTapped)
    }
}
