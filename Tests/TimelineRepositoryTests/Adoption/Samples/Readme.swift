import Foundation
import TimelineKit
import TimelineStore

nonisolated enum ReadmeCore {
    typealias Counter = Core.Counter
    typealias CounterAction = Core.CounterAction

    static func counterReducer(_ state: inout Counter, _ action: CounterAction) {}

    // sample: README#Record your app:2
}

extension ReadmeCore {
    static func start() {
        // sample: README#Record your app:3
        store.dispatch(.reset)
    }

    static func check(_ recorder: Recorder<Counter, CounterAction>) {
        // sample: AddingTimeline#The recorder:1
    }
}
