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
