import Foundation
import TimelineKit

nonisolated enum GeneratingValues {
    // sample: GeneratingValues#Overview:1

    static func ownValue() -> String {
        // sample: GeneratingValues#Overview:2
        return locale
    }
}

nonisolated enum GeneratingInOwnStore {
    static func dispatch(
        _ recorder: Recorder<Core.Counter, Core.CounterAction>, _ state: inout Core.Counter,
        _ action: Core.CounterAction
    ) {
        let reduceCounter = Core.CounterProgram().reduce
        // sample: GeneratingValues#In your store:1
    }
}
