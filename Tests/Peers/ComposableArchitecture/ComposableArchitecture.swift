// The public interface of The Composable Architecture 1.25, as far as the documentation and the tests use it.

internal import Synchronization

public struct Effect<Action>: Sendable {
    let publisher: AnyPublisher<Action, Never>
    public static var none: Effect { Effect(publisher: AnyPublisher { _ in }) }
    public static func send(_ action: Action) -> Effect { Effect(publisher: AnyPublisher { $0(action) }) }
    public static func publisher(_ createPublisher: () -> some Publisher<Action, Never>) -> Effect {
        let publisher = createPublisher()
        return Effect(publisher: AnyPublisher { publisher.receive(subscriber: Sink(receiveValue: $0)) })
    }
    public static func run(operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void) -> Effect {
        Effect(
            publisher: AnyPublisher { receive in
                nonisolated(unsafe) let receive = receive
                Tasks.current?.running.append(Task { @MainActor in try? await operation(Send(send: { receive($0) })) })
            })
    }
}

private let running = Mutex<Set<String>>([])

extension Effect {
    public func cancellable(id: some Hashable & Sendable) -> Effect {
        let id = DependencyValues._current.navigationIDPath + "\(id)"
        return Effect(
            publisher: AnyPublisher { receive in
                running.withLock { _ = $0.insert(id) }
                publisher.start { if running.withLock({ $0.contains(id) }) { receive($0) } }
            })
    }
    /// As in the library, it cancels when it is made, and not when it is started.
    public static func cancel(id: some Hashable & Sendable) -> Effect {
        running.withLock { _ = $0.remove(DependencyValues._current.navigationIDPath + "\(id)") }
        return .none
    }
}

@MainActor public struct Send<Action>: Sendable {
    let send: @MainActor @Sendable (Action) -> Void
    public func callAsFunction(_ action: Action) { send(action) }
}

public struct _EffectPublisher<Action>: Publisher {
    public typealias Output = Action
    public typealias Failure = Never
    let effect: Effect<Action>
    public init(_ effect: Effect<Action>) { self.effect = effect }
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Action, S.Failure == Never {
        effect.publisher.receive(subscriber: subscriber)
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

extension Reducer {
    /// Drops the effects of `wrapped`, which the library does not do.
    @warn_unqualified_access
    public func ifLet<WrappedState, WrappedAction, Wrapped: Reducer<WrappedState, WrappedAction>>(
        _ toWrappedState: WritableKeyPath<State, WrappedState?>,
        action toWrappedAction: CaseKeyPath<Action, WrappedAction>,
        @ReducerBuilder<WrappedState, WrappedAction> then wrapped: () -> Wrapped
    ) -> some Reducer<State, Action> {
        let wrapped = wrapped().transformDependency(\.navigationIDPath) { $0 += "\(toWrappedState)." }
        return Reduce { state, action in
            if let action = Case(extract: { $0 as? Action })[keyPath: toWrappedAction].extract(action) {
                _ = wrapped._reduce(into: &state[keyPath: toWrappedState]!, action: action)
            }
            return self._reduce(into: &state, action: action)
        }
    }
}

@preconcurrency @MainActor public final class Store<State, Action> {
    public private(set) var state: State
    private let reducer: any Reducer<State, Action>
    private var bufferedActions: [Action] = []
    private var isSending = false
    private let tasks = Tasks()
    public init<R: Reducer<State, Action>>(
        initialState: @autoclosure () -> R.State, @ReducerBuilder<State, Action> reducer: () -> R,
        withDependencies prepareDependencies: ((inout DependencyValues) -> Void)? = nil
    ) {
        (state, self.reducer) = withDependencies(prepareDependencies ?? { _ in }) {
            let dependencies = DependencyValues._current
            return (initialState(), reducer().transformDependency(\.self) { $0 = dependencies })
        }
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
                effect.publisher.start { [weak self] action in
                    nonisolated(unsafe) let action = action
                    MainActor.assumeIsolated { self?.send(action) }
                }
            }
        }
    }
    /// Waits until no effect runs.
    package func finish() async { while !tasks.running.isEmpty { await tasks.running.removeFirst().value } }
}

/// The tasks of a store's effects. Used on the main actor.
final class Tasks: @unchecked Sendable {
    /// Of the store that starts an effect.
    @TaskLocal static var current: Tasks?
    var running: [Task<Void, Never>] = []
}
