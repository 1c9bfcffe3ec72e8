import ComposableArchitecture
import TimelineKit

extension FeatureCore {
    @MainActor static func start(folder: String) {
        // sample: RecordingAnyStore#The Composable Architecture:1
        store.send(.add(by: 1))
    }
}

extension StackCore {
    @MainActor static func start(folder: String) {
        // sample: RecordingAnyStore#The Composable Architecture:5
        let store = Store(initialState: AppFeature.State()) {
            Reduce(recorder.recording(AppFeature()._reduce) { effect, origin in effect.map(origin.tag) })
        }
        store.send(.add(by: 1))
    }
}
