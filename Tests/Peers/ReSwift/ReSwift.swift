// The public interface of ReSwift 6, as far as the documentation and the tests use it.

public protocol Action {}

public struct ReSwiftInit: Action {}

public typealias Reducer<State> = (_ action: any Action, _ state: State?) -> State
public typealias DispatchFunction = (any Action) -> Void
public typealias Middleware<State> =
    (@escaping DispatchFunction, @escaping () -> State?) -> (@escaping DispatchFunction) -> DispatchFunction

public protocol StoreSubscriber: AnyObject {
    associatedtype StoreSubscriberStateType
    func newState(state: StoreSubscriberStateType)
}

/// Tells its subscribers at once, so that one who dispatches again does so before the first dispatch has returned.
open class Store<State> {
    public private(set) var state: State! { didSet { subscribers.forEach { $0(state) } } }
    private let reducer: Reducer<State>
    private var dispatchFunction: DispatchFunction = { _ in }
    private var subscribers: [(State) -> Void] = []
    private var isDispatching = false

    public required init(
        reducer: @escaping Reducer<State>, state: State?, middleware: [Middleware<State>] = [],
        automaticallySkipsRepeats: Bool = true
    ) {
        self.reducer = reducer
        let innermost: DispatchFunction = { [unowned self] in reduce($0) }
        dispatchFunction = middleware.reversed().reduce(innermost) { next, link in
            link({ [weak self] in self?.dispatch($0) }, { [weak self] in self?.state })(next)
        }
        if let state { self.state = state } else { dispatch(ReSwiftInit()) }
    }

    open func subscribe<Subscriber: StoreSubscriber>(_ subscriber: Subscriber)
    where Subscriber.StoreSubscriberStateType == State {
        subscribers.append { [weak subscriber] in subscriber?.newState(state: $0) }
        if let state { subscriber.newState(state: state) }
    }

    open func dispatch(_ action: any Action) { dispatchFunction(action) }

    private func reduce(_ action: any Action) {
        precondition(!isDispatching, "ReSwift:ConcurrentMutationError")
        isDispatching = true
        let next = reducer(action, state)
        isDispatching = false
        state = next
    }
}
