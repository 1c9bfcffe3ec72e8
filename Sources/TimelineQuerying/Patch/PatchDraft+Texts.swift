internal import TimelineJSON

extension PatchDraft {
    mutating func change(_ change: CompactChange) {
        if change.isEmpty { return }
        let mark = mark
        if change.isOfObjects {
            changeMembers(change)
        } else if change.isOfArrays {
            changeElements(change)
        } else {
            return self.change(change.oldValue, change.newValue)
        }
        // With escapes, a text takes up to six bytes for each one that the estimate counts.
        guard let limit = limit(since: mark, isObject: change.isOfObjects), change.newCount / 6 <= limit else { return }
        shorten(since: mark, limit, change.oldValue, change.newValue)
    }

    private mutating func changeMembers(_ change: CompactChange) {
        let entries = change.entries()
        if entries.old.count == entries.new.count, zip(entries.old, entries.new).allSatisfy(change.haveSameKey) {
            for (old, new) in zip(entries.old, entries.new) {
                self.change(change, old, new, .name(change.newKey(of: new)))
            }
            return
        }
        var old: [ExactString: CompactChange.Entry] = [:]
        for entry in entries.old { old[ExactString(change.oldKey(of: entry))] = entry }
        let keys = entries.new.map { change.newKey(of: $0) }
        let kept = Set(keys.map(ExactString.init))
        for entry in entries.old {
            let key = change.oldKey(of: entry)
            if kept.contains(ExactString(key)) { continue }
            append(.remove(path: path(.name(key))), old: change.oldValue(of: entry))
        }
        for (entry, key) in zip(entries.new, keys) {
            if let old = old[ExactString(key)] {
                self.change(change, old, entry, .name(key))
            } else {
                append(.add(path: path(.name(key)), value: change.newValue(of: entry)))
            }
        }
    }

    private mutating func changeElements(_ change: CompactChange) {
        let entries = change.entries()
        if entries.old.count == 1, entries.new.count == 1 {
            let inner = change.change(from: entries.old[0], to: entries.new[0])
            if inner.hasSameID || !inner.isOfObjects {
                return within(.index(entries.start)) { $0.change(inner) }
            }
        }
        changeElements(
            entries.old.map { change.oldValue(of: $0) }, entries.new.map { change.newValue(of: $0) },
            startingAt: entries.start)
    }

    private mutating func change(
        _ change: CompactChange, _ old: CompactChange.Entry, _ new: CompactChange.Entry, _ step: JSONLocation.Step
    ) {
        within(step) { $0.change(change.change(from: old, to: new)) }
    }
}

extension CompactChange {
    /// Whether both are objects of which a change leaves the `id`, or the lack of one.
    fileprivate var hasSameID: Bool {
        guard isOfObjects else { return false }
        let entries = entries()
        return !entries.old.contains { oldKey(of: $0) == "id" } && !entries.new.contains { newKey(of: $0) == "id" }
    }
}
