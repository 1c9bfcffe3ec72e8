/// The result of verifying a timeline, against its recorded states or against another build.
package enum VerificationResult: String, CaseIterable, Sendable {
    /// Replay agrees with every recorded state that was compared, and every invariant holds.
    case sound
    /// Two builds make the same states.
    case agrees
    /// Replay and recording disagree.
    case diverged
    /// A state breaks an invariant.
    case broken
    /// The reducer of a step traps.
    case trapped
    /// Two builds make different states.
    case differs
    /// The file is damaged, or is not a timeline.
    case damaged
    /// The file cannot be read.
    case unreadable
    /// The program was not found.
    case unreachable
    /// There are steps, and no recorded state confirms any of them, or the last ones cannot be reduced. Or two builds cannot be
    /// compared in all states.
    case unconfirmed
    /// The process that verifies ended or hung before its answer.
    case interrupted

    /// Whether there is something to find out or to accept.
    package var isFinding: Bool { self != .sound && self != .agrees }
}
