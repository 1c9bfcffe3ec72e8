/// What a reader does about a journal that is not as it was written.
package enum Recovery: String, Sendable, CaseIterable {
    /// Refuses any damage, a torn last line too.
    case strict
    /// Leaves out a torn last line, which every kill may leave, and refuses other damage.
    case tail
    /// Passes over damage to the next snapshot. What cannot be known between is a gap.
    case salvage
}
