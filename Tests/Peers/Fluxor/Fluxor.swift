import Dispatch
public import OpenCombine

// The public interface of Fluxor 5, as far as the documentation and the tests use it.

public protocol Action {}

public struct Reducer<State> {
    public let id: String
    public let reduce: (inout State, any Action) -> Void

    public init(id: String = "", reduce: @escaping (_ state: inout State, _ action: any Action) -> Void) {
        self.id = id
        self.reduce = reduce
    }

    public init(id: String = "", _ reduceOns: ReduceOn<State>...) {
        self.init(id: id) { state, action in reduceOns.forEach { $0.reduce(&state, action) } }
    }
}

public struct ReduceOn<State> {
    public let reduce: (inout State, any Action) -> Void

    public init<A: Action>(_ actionType: A.Type, reduce: @escaping (_ state: inout State, _ action: A) -> Void) {
        self.reduce = { state, action in if let action = action as? A { reduce(&state, action) } }
    }
}

public enum Effect<Environment> {
    case dispatchingOne(_ publisher: (AnyPublisher<any Action, Never>, Environment) -> AnyPublisher<any Action, Never>)
    case dispatchingMultiple(
        _ publisher: (AnyPublisher<any Action, Never>, Environment) -> AnyPublisher<[any Action], Never>)
    case nonDispatching(_ cancellable: (AnyPublisher<any Action, Never>, Environment) -> AnyCancellable)
}

public protocol Effects {
    associatedtype Environment
    var enabledEffects: [Effect<Environment>] { get }
    static var id: String { get }
}

extension Effects {
    public var enabledEffects: [Effect<Environment>] {
        Mirror(reflecting: self).children.compactMap { $0.value as? Effect<Environment> }
    }

    public static var id: String { String(describing: Self.self) }
}

public protocol Interceptor {
    associatedtype State
    func actionDispatched(action: any Action, oldState: State, newState: State)
}

open class Store<State, Environment> {
    public private(set) var state: State
    public let environment: Environment
    private let actions = PassthroughSubject<any Action, Never>()
    private var reducers: [Reducer<State>] = []
    private var cancellables: [String: [AnyCancellable]] = [:]
    private var interceptors: [(any Action, State, State) -> Void] = []

    public init(initialState: State, environment: Environment, reducers: [Reducer<State>] = []) {
        state = initialState
        self.environment = environment
        self.reducers = reducers
    }

    public func dispatch(action: any Action) {
        let oldState = state
        reducers.forEach { $0.reduce(&state, action) }
        let newState = state
        interceptors.forEach { $0(action, oldState, newState) }
        actions.send(action)
    }

    public func register<I: Interceptor>(interceptor: I) where I.State == State {
        interceptors.append(interceptor.actionDispatched)
    }

    public func register(reducer: Reducer<State>) { reducers.append(reducer) }

    public func register<E: Effects>(effects: E) where E.Environment == Environment {
        register(effects: effects.enabledEffects, id: E.id)
    }

    /// In the place of those that were registered with this `id`.
    public func register(effects: [Effect<Environment>], id: String = "*") {
        cancellables[id] = effects.map { effect in
            switch effect {
            case .dispatchingOne(let make):
                make(actions.eraseToAnyPublisher(), environment).receive(on: DispatchQueue.main)
                    .sink { [unowned self] in dispatch(action: $0) }
            case .dispatchingMultiple(let make):
                make(actions.eraseToAnyPublisher(), environment).receive(on: DispatchQueue.main)
                    .sink { [unowned self] in $0.forEach(dispatch) }
            case .nonDispatching(let make): make(actions.eraseToAnyPublisher(), environment)
            }
        }
    }

    public func unregisterEffects<E: Effects>(ofType effects: E.Type) where E.Environment == Environment {
        cancellables[E.id] = nil
    }
}

extension Store where Environment == Void {
    public convenience init(initialState: State, reducers: [Reducer<State>] = []) {
        self.init(initialState: initialState, environment: (), reducers: reducers)
    }
}
