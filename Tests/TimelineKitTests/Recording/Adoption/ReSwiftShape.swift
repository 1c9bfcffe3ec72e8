/// A store of the shape of ReSwift's: actions are any type, a reducer takes the action first and perhaps no state, and
/// subscribers are told at once, so that one who dispatches again does so before the first dispatch has returned.
enum ReSwiftShape {
    protocol Action {}

    typealias Reducer<State> = (_ action: any Action, _ state: State?) -> State
    typealias DispatchFunction = (any Action) -> Void
    typealias Middleware<State> =
        (@escaping DispatchFunction, @escaping () -> State?) -> (@escaping DispatchFunction) -> DispatchFunction

    /// What a store that is given no state dispatches to get one.
    struct Init: Action {}

    final class Store<State> {
        private(set) var state: State! {
            didSet { subscribers.forEach { $0(state) } }
        }
        private var subscribers: [(State) -> Void] = []
        private var dispatchFunction: DispatchFunction = { _ in }

        init(reducer: @escaping Reducer<State>, state: State?, middleware: [Middleware<State>] = []) {
            let innermost: DispatchFunction = { [unowned self] action in self.state = reducer(action, self.state) }
            dispatchFunction = middleware.reversed().reduce(innermost) { next, link in
                link({ [unowned self] in dispatch($0) }, { [unowned self] in self.state })(next)
            }
            if let state { self.state = state } else { dispatch(Init()) }
        }

        func subscribe(_ subscriber: @escaping (State) -> Void) { subscribers.append(subscriber) }

        func dispatch(_ action: any Action) { dispatchFunction(action) }
    }
}
