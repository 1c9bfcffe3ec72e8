import SwiftRex
import TimelineKit

// sample: SwiftRex#Overview:2

extension Core {
    static var counterReducer: Reducer<CounterAction, Counter> {
        .reduce { action, state in CounterProgram().reduce(&state, action) }
    }

    @MainActor static func start(folder: String, subject: UnfailableReplayLastSubjectType<Counter>) {
        let middleware = AnyMiddleware<CounterAction, CounterAction, Counter> { _, _, _ in .pure() }
        // sample: SwiftRex#Overview:1
        let store = ReduxStoreBase(subject: subject, reducer: reducer, middleware: effects)
        // sample: SwiftRex#Overview:3
    }
}
