import Dispatch

// The public interface of SwiftRex 0.8, as far as the documentation and the tests use it.

public typealias MutableReduceFunction<ActionType, StateType> = (ActionType, inout StateType) -> Void
public typealias GetState<StateType> = () -> StateType

public struct Reducer<ActionType, StateType> {
    public let reduce: MutableReduceFunction<ActionType, StateType>

    public static func reduce(_ reduce: @escaping MutableReduceFunction<ActionType, StateType>) -> Reducer {
        Reducer(reduce: reduce)
    }
}

public struct ActionSource: Codable, Hashable {
    public let file: String
    public let function: String
    public let line: UInt
    public let info: String?

    public init(file: String, function: String, line: UInt, info: String?) {
        (self.file, self.function, self.line, self.info) = (file, function, line, info)
    }
}

public struct DispatchedAction<Action> {
    public let action: Action
    public let dispatcher: ActionSource

    public init(_ action: Action, dispatcher: ActionSource) { (self.action, self.dispatcher) = (action, dispatcher) }

    public func map<NewAction>(_ transform: (Action) -> NewAction) -> DispatchedAction<NewAction> {
        DispatchedAction<NewAction>(transform(action), dispatcher: dispatcher)
    }
}

public protocol ActionHandler {
    associatedtype ActionType
    func dispatch(_ dispatchedAction: DispatchedAction<ActionType>)
}

extension ActionHandler {
    public func dispatch(
        _ action: ActionType, file: String = #file, function: String = #function, line: UInt = #line,
        info: String? = nil
    ) {
        dispatch(
            DispatchedAction(action, dispatcher: ActionSource(file: file, function: function, line: line, info: info)))
    }

    public func dispatch(_ action: ActionType, from dispatcher: ActionSource) {
        dispatch(DispatchedAction(action, dispatcher: dispatcher))
    }

    public func contramap<NewActionType>(
        _ transform: @escaping (NewActionType) -> ActionType
    ) -> AnyActionHandler<NewActionType> {
        AnyActionHandler { self.dispatch($0.map(transform)) }
    }
}

public struct AnyActionHandler<ActionType>: ActionHandler {
    private let handler: (DispatchedAction<ActionType>) -> Void

    public init(_ realHandler: @escaping (DispatchedAction<ActionType>) -> Void) { handler = realHandler }

    public func dispatch(_ dispatchedAction: DispatchedAction<ActionType>) { handler(dispatchedAction) }
}

public struct IO<OutputActionType> {
    let runIO: (AnyActionHandler<OutputActionType>) -> Void

    public init(_ run: @escaping (AnyActionHandler<OutputActionType>) -> Void) { runIO = run }

    public static func pure() -> IO { IO { _ in } }

    public func map<B>(_ transform: @escaping (OutputActionType) -> B) -> IO<B> {
        IO<B> { output in self.runIO(output.contramap(transform)) }
    }

    public func flatMap<B>(_ transform: @escaping (DispatchedAction<OutputActionType>) -> IO<B>) -> IO<B> {
        IO<B> { output in self.runIO(AnyActionHandler { transform($0).runIO(output) }) }
    }
}

public protocol MiddlewareProtocol {
    associatedtype InputActionType
    associatedtype OutputActionType
    associatedtype StateType
    func handle(action: InputActionType, from dispatcher: ActionSource, state: @escaping GetState<StateType>) -> IO<
        OutputActionType
    >
}

public struct AnyMiddleware<InputActionType, OutputActionType, StateType>: MiddlewareProtocol {
    private let handle: (InputActionType, ActionSource, @escaping GetState<StateType>) -> IO<OutputActionType>

    public init(
        handle: @escaping (InputActionType, ActionSource, @escaping GetState<StateType>) -> IO<OutputActionType>
    ) {
        self.handle = handle
    }

    public func handle(
        action: InputActionType, from dispatcher: ActionSource, state: @escaping GetState<StateType>
    ) -> IO<OutputActionType> {
        handle(action, dispatcher, state)
    }
}

public struct ReplayLastSubjectType<Element, ErrorType: Error> { public var value: () -> Element }

public typealias UnfailableReplayLastSubjectType<Element> = ReplayLastSubjectType<Element, Never>

/// Reduces on the main queue: at once if an action is dispatched there, else later.
open class ReduxStoreBase<ActionType, StateType>: ActionHandler {
    package private(set) var state: StateType
    private let reducer: Reducer<ActionType, StateType>
    private let middleware: AnyMiddleware<ActionType, ActionType, StateType>
    private let isOnMain: () -> Bool
    private let onChange: (StateType) -> Void

    public convenience init<Middleware: MiddlewareProtocol>(
        subject: UnfailableReplayLastSubjectType<StateType>, reducer: Reducer<ActionType, StateType>,
        middleware: Middleware
    )
    where
        Middleware.InputActionType == ActionType, Middleware.OutputActionType == ActionType,
        Middleware.StateType == StateType
    {
        self.init(state: subject.value(), reducer: reducer, middleware: AnyMiddleware(handle: middleware.handle))
    }

    package init(
        state: StateType, reducer: Reducer<ActionType, StateType>,
        middleware: AnyMiddleware<ActionType, ActionType, StateType>,
        isOnMain: @escaping () -> Bool = { true }, onChange: @escaping (StateType) -> Void = { _ in }
    ) {
        self.state = state
        self.reducer = reducer
        (self.middleware, self.isOnMain, self.onChange) = (middleware, isOnMain, onChange)
    }

    public func dispatch(_ dispatchedAction: DispatchedAction<ActionType>) {
        if isOnMain() { return process(dispatchedAction) }
        nonisolated(unsafe) let (store, action) = (self, dispatchedAction)
        DispatchQueue.main.async { store.process(action) }
    }

    private func process(_ dispatched: DispatchedAction<ActionType>) {
        let io = middleware.handle(action: dispatched.action, from: dispatched.dispatcher, state: { self.state })
        reducer.reduce(dispatched.action, &state)
        onChange(state)
        io.runIO(AnyActionHandler { [weak self] in self?.dispatch($0) })
    }
}
