import Fluxor
import TimelineKit

nonisolated enum FluxorCore {
    struct Counter: Codable, Equatable, Sendable { var count = 0 }
    struct Add: Action, Codable, Sendable { var number: Int }

    enum CounterActions: ActionTypeList {
        static let actionTypes = ActionTypes<any Action> { Add.self }
    }

    static func makeReducer() -> Reducer<Counter> {
        Reducer(ReduceOn(Add.self) { state, action in state.count += action.number })
    }

    // sample: RecordingAnyStore#Fluxor:2
}
