/// A store of the shape of The Composable Architecture's: a reducer changes the state and returns an effect.
enum ComposableArchitectureShape {
    struct Effect<Action> {
        var actions: [Action] = []
        static var none: Effect { Effect() }
        static func send(_ action: Action) -> Effect { Effect(actions: [action]) }
    }

    protocol Reducer<State, Action> {
        associatedtype State
        associatedtype Action
        func reduce(into state: inout State, action: Action) -> Effect<Action>
    }

    struct Reduce<State, Action>: Reducer {
        private let body: (inout State, Action) -> Effect<Action>

        init(_ reduce: @escaping (_ state: inout State, _ action: Action) -> Effect<Action>) { body = reduce }

        func reduce(into state: inout State, action: Action) -> Effect<Action> { body(&state, action) }
    }

    final class Store<State, Action> {
        private(set) var state: State
        private let reducer: any Reducer<State, Action>

        init<R: Reducer<State, Action>>(initialState: State, reducer: () -> R) {
            state = initialState
            self.reducer = reducer()
        }

        func send(_ action: Action) {
            let effect = reducer.reduce(into: &state, action: action)
            effect.actions.forEach(send)
        }
    }
}
