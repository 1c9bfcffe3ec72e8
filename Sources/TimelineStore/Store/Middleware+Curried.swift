internal import TimelineKit
internal import TimelineSystem

extension Middleware {
    /// Makes a middleware from a function in the shape that Redux and ReSwift use.
    ///
    ///     let logging = Middleware<Counter, CounterAction>(curried: { dispatch, getState in
    ///         { next in
    ///             { action in
    ///                 print("→", action)
    ///                 next(action)
    ///             }
    ///         }
    ///     })
    ///
    /// `curried` and the function that it returns are called once for each store, so what they capture lasts. `getState`
    /// returns nil once the store is released. A state that is set from outside does not pass it.
    ///
    /// - Parameter curried: `next` must be called before the innermost function returns: the steps of a store have an order. To
    ///   continue later, call `dispatch`.
    public init(
        curried:
            @escaping @Sendable (
                _ dispatch: @escaping @Sendable (_ action: Action) -> Void, _ getState: @escaping @Sendable () -> State?
            ) -> (_ next: @escaping (_ action: Action) -> Void) -> (_ action: Action) -> Void
    ) {
        let chains = Locked<[ObjectIdentifier: CurriedHandler<State, Action>]>([:])
        self.init { dispatched, store, next in
            let handler = chains.withLock { chains in
                let id = ObjectIdentifier(store.core)
                if let handler = chains[id], handler.core === store.core { return handler }
                let handler = CurriedHandler(store.core, curried)
                chains[id] = handler
                return handler
            }
            withoutActuallyEscaping(next) { handler.handle(dispatched, $0) }
        }
    }
}

/// Sendable because the mutex of the store is locked while middleware runs.
private final class CurriedHandler<State: Sendable, Action: Sendable>: @unchecked Sendable {
    private(set) weak var core: StoreCore<State, Action>?
    private var innermost: (Action) -> Void = { _ in }
    private var next: ((Action) -> Void)?

    init(
        _ core: StoreCore<State, Action>,
        _ curried: (@escaping @Sendable (Action) -> Void, @escaping @Sendable () -> State?) -> (
            @escaping (Action) -> Void
        ) -> (Action) -> Void
    ) {
        self.core = core
        innermost = curried(
            { [weak core] in core?.dispatch($0, from: .effect) }, { [weak core] in core?.state }
        )({ [unowned self] in passOn($0) })
    }

    func handle(_ dispatched: ActionDispatch<Action>, _ next: @escaping (ActionDispatch<Action>) -> Void) {
        // A store that has the middleware twice calls this within itself.
        let outer = self.next
        self.next = {
            next(ActionDispatch(action: $0, from: dispatched.from, cause: dispatched.cause, site: dispatched.site))
        }
        innermost(dispatched.action)
        self.next = outer
    }

    private func passOn(_ action: Action) {
        guard let next else {
            fatalError("A middleware called `next` after it returned. Instead, call `dispatch`.")
        }
        next(action)
    }
}
