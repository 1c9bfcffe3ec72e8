import Dispatch
import ReSwift
import TimelineKit
import TimelineLive

extension ReSwiftCore {
    @MainActor static func start(folder: String) {
        let queue = DispatchQueue(label: "effects")
        let api: Middleware<Counter> = { _, _ in { next in { action in next(action) } } }
        // sample: ReSwift#Overview:1
        // sample: RecordingAnyStore#Effects:1
        // sample: RecordingAnyStore#Where an action was dispatched:1
        nonisolated(unsafe) let dispatch: DispatchFunction = { store.dispatch($0) }
        // sample: ReSwift#Overview:4
    }

    @MainActor static func live(_ recorder: Recorder<Counter, any Action>) {
        let store = Store<Counter>(reducer: counterReducer, state: nil)
        // sample: RecordingAnyStore#Live features:2
        _ = attached
    }
}
