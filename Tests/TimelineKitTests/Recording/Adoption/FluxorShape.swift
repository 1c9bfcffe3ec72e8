/// A store of the shape of Fluxor's: actions are any type, and reducers are registered one after another.
enum FluxorShape {
    protocol Action {}

    struct Reducer<State> {
        let reduce: (inout State, any Action) -> Void

        init(reduce: @escaping (_ state: inout State, _ action: any Action) -> Void) { self.reduce = reduce }

        init(_ reduceOns: ReduceOn<State>...) {
            reduce = { state, action in reduceOns.forEach { $0.reduce(&state, action) } }
        }
    }

    struct ReduceOn<State> {
        let reduce: (inout State, any Action) -> Void

        init<A: Action>(_ type: A.Type, reduce: @escaping (_ state: inout State, _ action: A) -> Void) {
            self.reduce = { state, action in if let action = action as? A { reduce(&state, action) } }
        }
    }

    final class Store<State> {
        private(set) var state: State
        private var reducers: [Reducer<State>] = []

        init(initialState: State) { state = initialState }

        func register(reducer: Reducer<State>) { reducers.append(reducer) }

        func dispatch(action: any Action) { reducers.forEach { $0.reduce(&state, action) } }
    }
}
