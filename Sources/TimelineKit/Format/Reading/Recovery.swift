package enum Recovery: String, Sendable, CaseIterable {
    /// Refuses any damage, a torn last line too.
    case strict
    /// Drops a torn last line, which every kill may leave, and refuses other damage.
    case tail
    /// Skips damage up to the next snapshot. What cannot be known between is a gap.
    case salvage
}
