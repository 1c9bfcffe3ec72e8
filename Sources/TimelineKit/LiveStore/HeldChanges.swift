/// The results of effects are always held, since the live state started the effects.
package struct HeldChanges<Change, Action> {
    package let traveler: ObjectIdentifier
    package let onRefused: @Sendable (ActionDispatch<Action>) -> Void
    private let refusesActions: Bool
    /// Oldest first; nil for a change that is no action.
    private var held: [(change: Change, action: ActionDispatch<Action>?)] = []

    package init(
        traveler: ObjectIdentifier, refusesActions: Bool,
        onRefused: @escaping @Sendable (ActionDispatch<Action>) -> Void
    ) {
        (self.traveler, self.refusesActions, self.onRefused) = (traveler, refusesActions, onRefused)
    }

    package var count: Int { held.count }

    /// Holds a change, or returns the action that is refused instead.
    package mutating func add(_ change: Change, _ action: ActionDispatch<Action>?) -> ActionDispatch<Action>? {
        if refusesActions, let action, action.from != .effect { return action }
        held.append((change, action))
        return nil
    }

    package func released(_ actions: HeldActions) -> (changes: [Change], refused: [ActionDispatch<Action>]) {
        switch actions {
        case .release: (held.map(\.change), [])
        case .refuse: (held.filter { $0.action == nil }.map(\.change), held.compactMap(\.action))
        }
    }
}
