/// A store of the shape of SwiftRex's: a reducer takes the action first and changes the state in place.
enum SwiftRexShape {
    struct Reducer<ActionType, StateType> {
        let reduce: (ActionType, inout StateType) -> Void

        static func reduce(_ reduce: @escaping (ActionType, inout StateType) -> Void) -> Reducer {
            Reducer(reduce: reduce)
        }
    }

    final class ReduxStoreBase<ActionType, StateType> {
        private(set) var state: StateType
        private let reducer: Reducer<ActionType, StateType>

        init(subject: StateType, reducer: Reducer<ActionType, StateType>) {
            state = subject
            self.reducer = reducer
        }

        func dispatch(_ action: ActionType) { reducer.reduce(action, &state) }
    }
}
