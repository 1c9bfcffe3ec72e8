internal import TimelineSystem

/// What a reader does about a journal that is not as it was written.
package enum Recovery: String, Sendable, CaseIterable {
    /// Refuses any damage, a torn last line too.
    case strict
    /// Drops a torn last line, which every kill may leave, and refuses other damage.
    case tail
    /// Skips damage up to the next snapshot. What cannot be known between is a gap.
    case salvage
}

extension JournalReader {
    /// The next line, or nil at the end. This is where the recovery policy applies: a torn last line is dropped.
    ///
    /// - Throws: `JournalError`: the file cannot be read, or has damage that the policy refuses.
    package mutating func next() throws(JournalError) -> LocatedLine? {
        while true {
            let item: Item?
            do throws(FileError) { item = try nextItem() } catch { throw .unreadableWithin(error) }
            switch item {
            case .line(let line): return line
            case .damage(let damage, _): if recovery != .salvage { try refuse(damage) }
            case .torn(let damage), .cut(let damage):
                if recovery == .strict { throw .torn(damage) }
                hasDroppedTornLine = true
            case nil: return nil
            }
        }
    }
}
