// The public interface of The Composable Architecture 1.25, as far as the documentation and the tests use it.

public struct Effect<Action>: Sendable {
    enum Operation: Sendable {
        case none
        case publisher(AnyPublisher<Action, Never>)
        case run(@Sendable (Send<Action>) async -> Void)
        case merge([Effect])
    }
    let operation: Operation
    public static var none: Effect { Effect(operation: .none) }
    public static func send(_ action: Action) -> Effect { .publisher { AnyPublisher { receive in receive(action) } } }
    public static func publisher(_ createPublisher: () -> some Publisher<Action, Never>) -> Effect {
        let publisher = createPublisher()
        return Effect(operation: .publisher(AnyPublisher { publisher.receive(subscriber: Sink(receiveValue: $0)) }))
    }
    public static func run(
        priority: TaskPriority? = nil, operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void
    ) -> Effect {
        Effect(operation: .run { send in try? await operation(send) })
    }
    public static func merge(_ effects: Effect...) -> Effect { Effect(operation: .merge(effects)) }
}

@MainActor public struct Send<Action>: Sendable {
    let send: @MainActor @Sendable (Action) -> Void
    nonisolated public init(send: @escaping @MainActor @Sendable (Action) -> Void) { self.send = send }
    public func callAsFunction(_ action: Action) {
        guard !Task.isCancelled else { return }
        send(action)
    }
}

public struct _EffectPublisher<Action>: Publisher {
    public typealias Output = Action
    public typealias Failure = Never
    let effect: Effect<Action>
    public init(_ effect: Effect<Action>) { self.effect = effect }
    public func receive(subscriber: some Subscriber<Action, Never>) {
        switch effect.operation {
        case .none: break
        case .publisher(let publisher): publisher.receive(subscriber: subscriber)
        case .merge(let effects): effects.forEach { _EffectPublisher($0).receive(subscriber: subscriber) }
        case .run(let operation):
            nonisolated(unsafe) let subscriber = subscriber
            let task = Task { @MainActor in await operation(Send { _ = subscriber.receive($0) }) }
            Tasks.current?.running.append(task)
        }
    }
}

public protocol Reducer<State, Action> {
    associatedtype State
    associatedtype Action
    associatedtype Body
    func _reduce(into state: inout State, action: Action) -> Effect<Action>
    @ReducerBuilder<State, Action> var body: Body { get }
}

extension Reducer where Body == Never {
    public var body: Body { fatalError("no body") }
}

extension Reducer where Body: Reducer, Body.State == State, Body.Action == Action {
    public func _reduce(into state: inout State, action: Action) -> Effect<Action> {
        body._reduce(into: &state, action: action)
    }
}

@resultBuilder public enum ReducerBuilder<State, Action> {
    public static func buildExpression<R: Reducer<State, Action>>(_ expression: R) -> R { expression }
    public static func buildBlock<R: Reducer<State, Action>>(_ reducer: R) -> R { reducer }
}

public struct Reduce<State, Action>: Reducer {
    public typealias Body = Never
    let reduce: (inout State, Action) -> Effect<Action>
    public init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) { self.reduce = reduce }
    public func _reduce(into state: inout State, action: Action) -> Effect<Action> { reduce(&state, action) }
}

@preconcurrency @MainActor public final class Store<State, Action> {
    public private(set) var state: State
    private let reducer: any Reducer<State, Action>
    private var bufferedActions: [Action] = []
    private var isSending = false
    private let tasks = Tasks()
    public convenience init<R: Reducer<State, Action>>(
        initialState: @autoclosure () -> R.State, @ReducerBuilder<State, Action> reducer: () -> R,
        withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil
    ) {
        let (state, reducer, dependencies) = withDependencies(prepareDependencies ?? { _ in }) {
            (initialState(), reducer(), DependencyValues._current)
        }
        self.init(state: state, reducer: reducer.dependency(\.self, dependencies))
    }
    private init(state: State, reducer: any Reducer<State, Action>) {
        self.state = state
        self.reducer = reducer
    }
    /// Actions that come in while one is reduced wait until it was, and its effects were started.
    public func send(_ action: Action) {
        bufferedActions.append(action)
        guard !isSending else { return }
        isSending = true
        defer { isSending = false }
        while !bufferedActions.isEmpty {
            let effect = reducer._reduce(into: &state, action: bufferedActions.removeFirst())
            Tasks.$current.withValue(tasks) {
                _EffectPublisher(effect).receive(
                    subscriber: Sink { [weak self] action in MainActor.assumeIsolated { self?.send(action) } })
            }
        }
    }
    /// Waits until no effect runs.
    package func finish() async {
        while !tasks.running.isEmpty { await tasks.running.removeFirst().value }
    }
}

/// The tasks of a store's effects. Used on the main actor.
final class Tasks: @unchecked Sendable {
    /// Of the store that starts an effect.
    @TaskLocal static var current: Tasks?
    var running: [Task<Void, Never>] = []
}
