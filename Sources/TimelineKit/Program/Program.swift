/// What knows an app's types: everything that is needed to reduce a recorded action again.
///
///     struct CounterProgram: Program {
///         let name = "counter"
///         let version = "1.0.0"
///         let initialState = Counter()
///         let invariants = [Invariant<Counter>("never negative") { $0.count >= 0 }]
///
///         func reduce(_ state: inout Counter, _ action: CounterAction) { … }
///     }
public protocol Program<State, Action>: Sendable {
    /// The whole of what the app knows. It must survive a trip through its own coding unchanged.
    associatedtype State: Codable & Equatable & Sendable

    /// What can happen to the app.
    associatedtype Action: Codable & Sendable

    /// The name that timelines of this app bear, and the NAME of its executable, `NAME-timeline`.
    /// Lower-case letters, digits and hyphens.
    var name: String { get }

    /// The version of the app, as its people write it.
    var version: String { get }

    /// The state before the first action.
    var initialState: State { get }

    /// The reducer: changes `state` as `action` asks. It must be pure: the same state and action always give the same
    /// state, and nothing else is read or changed. It must not dispatch.
    func reduce(_ state: inout State, _ action: Action)

    /// The rules that every state keeps. None, unless a program has some.
    var invariants: [Invariant<State>] { get }
}

extension Program {
    public var invariants: [Invariant<State>] { [] }
}
