package enum Recovery: String, Sendable, CaseIterable {
    /// Refuses any damage, a torn last line too.
    case strict
    /// Drops a torn last line, which every kill may leave, and refuses other damage.
    case tail
    /// Skips damage up to the next snapshot. What cannot be known between is a gap.
    case salvage
}

extension JournalReader {
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
