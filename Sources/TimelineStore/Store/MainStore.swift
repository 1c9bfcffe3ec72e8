public import Observation
public import TimelineKit

/// A `Store` that belongs to the main actor, for apps that dispatch on the main thread.
///
///     let store = MainStore(program: CounterProgram(), middleware: [recorder.middleware])
///     store.dispatch(.incrementTapped)
///     Text("\(store.count)")
///
/// It has no lock: a dispatch takes none, and subscribers and observers are called on the main actor. Everything else is as
/// in `Store`: nested dispatches, steps, middleware, and the use by live features.
///
/// **Other threads.** Effects and live features call it from other threads, and then wait for the main queue. Hence the main
/// thread must not wait for them in turn. It may where a live feature waits: in `init`, `flush()` and `finish()`, it handles the
/// calls of other threads itself.
@MainActor
@dynamicMemberLookup
public final class MainStore<State: Sendable, Action: Sendable> {
    package let core: Store<State, Action>

    /// Makes a store. See `Store.init(initialState:middleware:reducer:)`.
    public init(
        initialState: State, middleware: [Middleware<State, Action>] = [],
        reducer: @escaping @MainActor (_ state: inout State, _ action: Action) -> Void
    ) {
        core = Store(initialState, middleware, isOnMainQueue: true) { state, action in
            MainActor.assumeIsolated { reducer(&state, action) }
        }
    }

    /// Makes a store that runs `program`. A recorder of `program` among the middleware and the store begin with one state.
    public init(program: some Program<State, Action>, middleware: [Middleware<State, Action>] = []) {
        core = Store(program, middleware, isOnMainQueue: true)
    }

    /// The state after the last step. Not observed; `store[\.self]` is.
    public var state: State { core.state }

    /// Sends `action` through the middleware to the reducer, then notifies the subscribers. `origin` and the line of the call are
    /// recorded with it.
    public func dispatch(
        _ action: Action, from origin: Origin = .user, fileID: StaticString = #fileID, line: UInt = #line
    ) {
        core.sendHere(action, from: origin, site: DispatchSite(fileID: fileID, line: line))
    }

    /// Sets the state from outside. See `Store.set(_:by:)`.
    public func set(_ state: State, by: String) { core.set(state, by: by) }

    /// Calls `onChange` with the new state after every step. See `Store.subscribe(onChange:)`.
    public func subscribe(onChange: @escaping @MainActor (_ state: State) -> Void) -> Subscription {
        core.subscribe { state in MainActor.assumeIsolated { onChange(state) } }
    }

    /// Calls `onChange` with a part of the state whenever a step changed that part. See `Store.subscribe(to:initial:onChange:)`.
    public func subscribe<Part: Equatable & Sendable>(
        to part: @escaping @Sendable (_ state: State) -> Part, initial: Bool = false,
        onChange: @escaping @MainActor (_ part: Part) -> Void
    ) -> Subscription {
        core.subscribe(to: part, initial: initial) { part in MainActor.assumeIsolated { onChange(part) } }
    }

    // MARK: - Observing

    /// A part of the state, observed: `store.count`. See `Store`.
    public subscript<Part: Equatable & Sendable>(dynamicMember part: any KeyPath<State, Part> & Sendable) -> Part {
        core[dynamicMember: part]
    }

    /// A part of the state, observed: `store[\.a.b]`. See `Store`.
    public subscript<Part: Equatable & Sendable>(
        _ part: any KeyPath<StatePart<State, State>, StatePart<State, Part>> & Sendable
    ) -> Part {
        core[part]
    }

    /// The same for a path with `?` or `!`. A store evaluates it after steps too: `!` traps once the value is nil.
    @_disfavoredOverload
    public subscript<Part: Equatable & Sendable>(_ part: any KeyPath<State, Part> & Sendable) -> Part { core[part] }

    /// The values of a part of the state: the present one, then each that a step changed. See `Store.values(of:bufferingPolicy:)`.
    public func values<Part: Equatable & Sendable>(
        of part: @escaping @Sendable (_ state: State) -> Part,
        bufferingPolicy limit: AsyncStream<Part>.Continuation.BufferingPolicy = .bufferingNewest(1)
    ) -> AsyncStream<Part> {
        core.values(of: part, bufferingPolicy: limit)
    }
}

extension MainStore: Observable {}

extension MainStore: LiveStore {
    public nonisolated var live: LiveStoreAccess<State, Action> { LiveStoreAccess(core) }
}
