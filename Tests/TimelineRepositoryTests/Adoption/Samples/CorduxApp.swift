import Cordux
import TimelineKit

nonisolated extension CorduxCore {
    // sample: RecordingAnyStore#Cordux:2
}

extension CorduxCore {
    @MainActor static func start(folder: String) {
        // sample: RecordingAnyStore#Cordux:1
        store.dispatch(Add(number: 1))
    }
}
