package enum VerificationResult: String, CaseIterable, Sendable {
    case sound
    case agrees
    case diverged
    case broken
    case trapped
    case differs
    case damaged
    case unreadable
    case unreachable
    /// There are steps, and no recorded state confirms any of them, or the last ones cannot be reduced. Or two builds cannot be
    /// compared in all states.
    case unconfirmed
    case interrupted

    /// Whether there is something to find out or to accept.
    package var isFinding: Bool { self != .sound && self != .agrees }
}
