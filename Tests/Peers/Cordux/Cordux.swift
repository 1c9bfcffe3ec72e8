// The public interface of Cordux, as far as the documentation and the tests use it.

public protocol Action {}

public struct Route: Equatable {
    public internal(set) var components: [String]

    public init(_ components: [String]) { self.components = components }
}

public protocol StateType {
    var route: Route { get set }
}

public protocol AnyReducer {
    func _handleAction(_ action: any Action, state: any StateType) -> any StateType
}

public protocol Reducer: AnyReducer {
    associatedtype State
    func handleAction(_ action: any Action, state: State) -> State
}

extension Reducer {
    public func _handleAction(_ action: any Action, state: any StateType) -> any StateType {
        guard let specific = state as? State else { return state }
        return handleAction(action, state: specific) as! any StateType
    }
}

public final class Store<State: StateType> {
    public private(set) var state: State
    public let reducer: any AnyReducer

    public init(initialState: State, reducer: any AnyReducer) {
        state = initialState
        self.reducer = reducer
    }

    public func dispatch(_ action: any Action) {
        state = reducer._handleAction(action, state: state) as! State
    }
}
