package enum VerificationResult: String, CaseIterable, Codable, Sendable {
    case sound
    case agrees
    case diverged
    case broken
    /// A reducer called `ReducerIssue.report`.
    case reported
    /// In the recording: the reducer of the last step never returned.
    case crashed
    case trapped
    case differs
    case damaged
    case unreadable
    case unreachable
    /// No recorded state confirms a step, or the last steps cannot be reduced, or two builds cannot be compared in all states.
    case unconfirmed
    case interrupted

    package var isFinding: Bool { self != .sound && self != .agrees }
}
