/// Why a replay cannot take a step.
package struct ReplayStop: Equatable, Sendable {
    package enum Kind: String, Sendable {
        case undecodableAction, undecodableState, unencodableState
        /// The reducer requests other generated values than the recorded ones.
        case generated
        /// The reducer traps.
        case trapped
    }

    package let kind: Kind
    /// A description for people. Two versions of a program may describe the same stop differently.
    package let reason: String

    package init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }

    /// Whether replay stopped for the same reason. Only generated values are part of it: other descriptions may differ.
    package func isSame(as other: ReplayStop) -> Bool {
        kind == other.kind && (kind != .generated || reason == other.reason)
    }
}
