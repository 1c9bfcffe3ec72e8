import Cordux
import TimelineKit

nonisolated enum CorduxCore {
    struct Add: Action, Codable, Sendable { var number: Int }

    enum CounterActions: ActionTypeList {
        static let actionTypes = ActionTypes<any Action> { Add.self }
    }

    struct AppState: StateType, Codable, Equatable, Sendable {
        var path: [String] = []
        var route: Route {
            get { Route(path) }
            set { path = newValue.components }
        }
    }

    struct AppReducer: Reducer {
        func handleAction(_ action: any Action, state: AppState) -> AppState { state }
    }

    struct RecordedApp: Program {
        let name = "app"
        let version = "1.0.0"
        let initialState = AppState()

        func reduce(_ state: inout AppState, _ action: RecordedAction<CounterActions>) {
            state = AppReducer().handleAction(action.base, state: state)
        }
    }
}
