/// An app's types, initial state and reducer: what replay needs.
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
    /// The whole state of the app. Encoding and decoding it must give an equal state: replay begins with recorded states, which lack
    /// what is not encoded.
    ///
    /// It must have value semantics: a copy stays as it is when the original changes. A state that holds an object of a class
    /// that the reducer changes in place has not; replay, which keeps states, would mix them up. Use a struct.
    ///
    /// Encoding must be deterministic, since states are compared by their JSON text and never by `==`. A recorder sorts the entries
    /// of sets and dictionaries, also of one that is the only property of a type, such as a property wrapper, that passes its
    /// encoder on. But another `encode(to:)` that encodes a set or dictionary element by element, or passes its own encoder to
    /// the collection, writes in hash order, which differs from process to process, and states cannot be compared. Encode the
    /// whole collection in a container, or sort it:
    ///
    ///     try container.encode(tags, forKey: .tags)           // sorted
    ///     for tag in tags { try list.encode(tag) }            // not deterministic
    ///     for tag in tags.sorted() { try list.encode(tag) }   // deterministic
    associatedtype State: Codable & Equatable & Sendable

    associatedtype Action: Codable & Sendable

    /// The name of the app in its timelines, in file names, and in its program executable, `NAME-timeline`.
    ///
    /// 1 to 64 lowercase letters, digits and hyphens; the first is not a hyphen. A recorder records nothing for any other name.
    var name: String { get }

    /// The version of the app, in any format.
    var version: String { get }

    /// The state before the first action.
    var initialState: State { get }

    /// The reducer. It must be pure: the same state and action always give the same state, and it reads and changes nothing
    /// else. It must not dispatch. For the time, identifiers and random numbers see `Generated`.
    func reduce(_ state: inout State, _ action: Action)

    /// The rules that every state keeps. The default is none.
    var invariants: [Invariant<State>] { get }

    /// The rules that every step keeps which reduces an action. The default is none.
    var changeRules: [ChangeRule<State, Action>] { get }

    /// What must follow a step in time. The default is nothing.
    var responses: [Response<State, Action>] { get }

    /// How the actions and states of older versions become those of this one. The default is none.
    var migrations: [Migration] { get }

    /// Whether the reducer uses `Generated`. The default is false.
    var generatesValues: Bool { get }

    /// Whether the app can dispatch an action in a state: its control is on screen and enabled, or the effect that sends it may
    /// still run. `timeline explore` calls a bug possible only if this is true for each action that leads to it. Without it,
    /// every action is tried in every state, and no bug is called possible.
    ///
    ///     func isPossible(_ action: ShopAction, in shop: Shop) -> Bool {
    ///         action != .payTapped || !shop.cart.isEmpty
    ///     }
    func isPossible(_ action: Action, in state: State) -> Bool
}

extension Program {
    public var invariants: [Invariant<State>] { [] }
    public var changeRules: [ChangeRule<State, Action>] { [] }
    public var responses: [Response<State, Action>] { [] }
    public var migrations: [Migration] { [] }
    public var generatesValues: Bool { false }

    public func isPossible(_ action: Action, in state: State) -> Bool {
        defaultAnswered.pointer = UnsafeMutableRawPointer(bitPattern: 1)
        return true
    }

    /// Whether the program has an `isPossible` of its own.
    package func choosesActions(_ action: Action, in state: State) -> Bool {
        defaultAnswered.pointer = nil
        _ = isPossible(action, in: state)
        return defaultAnswered.pointer == nil
    }
}

/// Not nil after the default answered on this thread.
private let defaultAnswered = ThreadSlot()

/// A named rule that every state of a program keeps.
public struct Invariant<State>: Sendable {
    /// The name, short enough to type: `unread is never negative`.
    public let name: String

    /// Whether `state` keeps the rule.
    public let holds: @Sendable (_ state: State) -> Bool

    /// Creates a rule.
    public init(_ name: String, holds: @escaping @Sendable (_ state: State) -> Bool) {
        (self.name, self.holds) = (name, holds)
    }
}

/// A named rule that every change of a program's state by an action keeps.
///
///     ChangeRule("the total falls only by removing") { before, action, after in
///         after.total >= before.total || action == .removeTapped
///     }
///
/// States that are set from outside have no action, and are not judged.
public struct ChangeRule<State, Action>: Sendable {
    /// The name. It differs from those of the invariants.
    public let name: String

    /// Whether the change of `before` to `after` by `action` keeps the rule.
    public let holds: @Sendable (_ before: State, _ action: Action, _ after: State) -> Bool

    /// Creates a rule.
    public init(
        _ name: String, holds: @escaping @Sendable (_ before: State, _ action: Action, _ after: State) -> Bool
    ) { (self.name, self.holds) = (name, holds) }
}

/// A named rule about time: after a step that asks for something, a state that has it comes within a limit.
///
///     Response("a refresh ends", to: { action, _ in action == .refreshTapped }, within: .seconds(30)) { !$0.isRefreshing }
///
/// Where the recording ends before the limit, or a state is set from outside, it is open, and not broken.
public struct Response<State, Action>: Sendable {
    /// The name. It differs from those of the invariants and change rules.
    public let name: String

    /// Whether a step asks, by its action and the state before it.
    public let asks: @Sendable (_ action: Action, _ before: State) -> Bool

    public let limit: ResponseLimit

    /// Whether a state has what was asked for.
    public let holds: @Sendable (_ state: State) -> Bool

    /// Creates a rule.
    public init(
        _ name: String, to asks: @escaping @Sendable (_ action: Action, _ before: State) -> Bool,
        within limit: ResponseLimit, holds: @escaping @Sendable (_ state: State) -> Bool
    ) { (self.name, self.asks, self.limit, self.holds) = (name, asks, limit, holds) }
}

/// Of the time between a step that asks and a state that has what was asked for.
public enum ResponseLimit: Sendable {
    /// From 0: the state after the step that asks.
    case steps(Int)
    /// From 0. What comes later is noticed by the next step.
    case seconds(Double)
}
