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
    ///
    /// Its text must be deterministic: equal states are compared by their text. Sets, dictionaries and whatever holds them
    /// need no care, since a recorder sorts their entries. An `encode(to:)` of your own that goes through a set or a
    /// dictionary element by element, or that calls `encode(to:)` of one with the encoder it was given, writes it in hash
    /// order, which is another one in every process. A recorder cannot see that: replay then reports differences that are
    /// none. Encode the collection as a whole instead, in a container, or sort it first.
    ///
    ///     try container.encode(tags, forKey: .tags)           // sorted
    ///     for tag in tags { try list.encode(tag) }            // not deterministic
    ///     for tag in tags.sorted() { try list.encode(tag) }   // deterministic
    associatedtype State: Codable & Equatable & Sendable

    /// What can happen to the app.
    associatedtype Action: Codable & Sendable

    /// The name that timelines of this app bear, and the NAME of its executable, `NAME-timeline`.
    /// 1 to 64 lower-case letters, digits and hyphens, the first no hyphen: it becomes part of the names of files. A
    /// recorder refuses any other.
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

/// A named rule that every state of a program keeps.
public struct Invariant<State>: Sendable {
    /// What the rule says, short enough to type: `unread is never negative`.
    public let name: String

    /// Whether `state` keeps the rule.
    public let holds: @Sendable (_ state: State) -> Bool

    /// A rule by its name.
    public init(_ name: String, holds: @escaping @Sendable (_ state: State) -> Bool) {
        self.name = name
        self.holds = holds
    }
}
