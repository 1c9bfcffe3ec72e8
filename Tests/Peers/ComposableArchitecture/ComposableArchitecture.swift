// The public interface of The Composable Architecture 1, as far as the documentation and the tests use it.

public import Foundation

public struct Effect<Action>: Sendable {
    enum Operation: Sendable {
        case none
        /// Actions that are there at once, as those of `Just`.
        case publisher([@Sendable () -> Action])
        case run(@Sendable (Send<Action>) async -> Void)
        case merge([Effect])
    }

    let operation: Operation

    public static var none: Effect { Effect(operation: .none) }

    public static func send(_ action: Action) -> Effect {
        nonisolated(unsafe) let action = action
        return Effect(operation: .publisher([{ action }]))
    }

    public static func run(
        priority: TaskPriority? = nil, operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void
    ) -> Effect {
        Effect(operation: .run { send in try? await operation(send) })
    }

    public static func merge(_ effects: Effect...) -> Effect { Effect(operation: .merge(effects)) }

    public func map<T>(_ transform: @escaping @Sendable (Action) -> T) -> Effect<T> {
        switch operation {
        case .none: .none
        case .publisher(let actions):
            Effect<T>(operation: .publisher(actions.map { action in { transform(action()) } }))
        case .run(let operation):
            Effect<T>(
                operation: .run { send in await operation(Send { send(transform($0)) }) })
        case .merge(let effects): Effect<T>(operation: .merge(effects.map { $0.map(transform) }))
        }
    }
}

@MainActor public struct Send<Action>: Sendable {
    let send: @MainActor @Sendable (Action) -> Void

    nonisolated public init(send: @escaping @MainActor @Sendable (Action) -> Void) { self.send = send }

    public func callAsFunction(_ action: Action) {
        guard !Task.isCancelled else { return }
        send(action)
    }
}

public protocol Reducer<State, Action> {
    associatedtype State
    associatedtype Action
    associatedtype Body
    @available(*, deprecated, message: "Don't invoke a reducer directly.")
    func reduce(into state: inout State, action: Action) -> Effect<Action>
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

extension Reducer {
    @available(*, deprecated, message: "Don't invoke a reducer directly.")
    public func reduce(into state: inout State, action: Action) -> Effect<Action> {
        _reduce(into: &state, action: action)
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

public struct DependencyValues: Sendable {
    @TaskLocal static var current = DependencyValues()

    public var date = DateGenerator { Date() }
    public var uuid = UUIDGenerator { UUID() }
}

public struct DateGenerator: Sendable {
    private let generate: @Sendable () -> Date

    public init(_ generate: @escaping @Sendable () -> Date) { self.generate = generate }

    public var now: Date { generate() }
}

public struct UUIDGenerator: Sendable {
    private let generate: @Sendable () -> UUID

    public init(_ generate: @escaping @Sendable () -> UUID) { self.generate = generate }

    public func callAsFunction() -> UUID { generate() }
}

@propertyWrapper public struct Dependency<Value>: Sendable {
    private let keyPath: any KeyPath<DependencyValues, Value> & Sendable

    public init(_ keyPath: any KeyPath<DependencyValues, Value> & Sendable) { self.keyPath = keyPath }

    public var wrappedValue: Value { DependencyValues.current[keyPath: keyPath] }
}

extension Reducer {
    @warn_unqualified_access public func dependency<Value>(
        _ keyPath: WritableKeyPath<DependencyValues, Value>, _ value: Value
    ) -> _DependencyKeyWritingReducer<Self> {
        _DependencyKeyWritingReducer(base: self) { $0[keyPath: keyPath] = value }
    }
}

public struct _DependencyKeyWritingReducer<Base: Reducer>: Reducer {
    public typealias Body = Never

    let base: Base
    let update: (inout DependencyValues) -> Void

    public func _reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
        var values = DependencyValues.current
        update(&values)
        return DependencyValues.$current.withValue(values) { base._reduce(into: &state, action: action) }
    }
}

public struct StackElementID: Hashable, Sendable {
    let generation: Int
}

public struct StackState<Element> {
    var elements: [Element] = []
    public init() {}
}

extension StackState: Equatable where Element: Equatable {}
extension StackState: Sendable where Element: Sendable {}
extension StackState: Codable where Element: Codable {
    public init(from decoder: any Decoder) throws { elements = try [Element](from: decoder) }
    public func encode(to encoder: any Encoder) throws { try elements.encode(to: encoder) }
}

public enum StackAction<State, Action> {
    indirect case element(id: StackElementID, action: Action)
    case popFrom(id: StackElementID)
    case push(id: StackElementID, state: State)
}

extension StackAction: Sendable where State: Sendable, Action: Sendable {}

/// What `@ObservableState` adds to a state.
public struct ObservationStateRegistrar: Sendable, Equatable, Codable {
    public init() {}
    public init(from decoder: any Decoder) throws {}
    public func encode(to encoder: any Encoder) throws {}
}

@preconcurrency @MainActor public final class Store<State, Action> {
    public private(set) var state: State
    private let reducer: any Reducer<State, Action>
    private var bufferedActions: [Action] = []
    private var isSending = false
    private var tasks: [Task<Void, Never>] = []

    public convenience init<R: Reducer<State, Action>>(
        initialState: @autoclosure () -> R.State, @ReducerBuilder<State, Action> reducer: () -> R
    ) {
        self.init(state: initialState(), reducer: reducer())
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
            start(reducer._reduce(into: &state, action: bufferedActions.removeFirst()))
        }
    }

    /// Waits until no effect runs.
    package func finish() async {
        while !tasks.isEmpty { await tasks.removeFirst().value }
    }

    private func start(_ effect: Effect<Action>) {
        switch effect.operation {
        case .none: break
        case .publisher(let actions): for action in actions { send(action()) }
        case .run(let operation):
            tasks.append(Task { @MainActor [weak self] in await operation(Send { self?.send($0) }) })
        case .merge(let effects): effects.forEach(start)
        }
    }
}
