import TimelineNavigation

/// A table view that knows the rules of `UITableView.performBatchUpdates`, and shows ids. It takes the items in one batch and the sections
/// in another.
struct SectionTableModel<SectionID: Hashable, ID: Hashable> {
    private(set) var sections: [(id: SectionID, rows: [ID])]

    init(_ sections: [(id: SectionID, rows: [ID])]) { self.sections = sections }

    /// Applies changes of items; the sections stay.
    mutating func perform(_ changes: [ListChange<ListPosition>], showing data: [(id: SectionID, rows: [ID])])
        throws(Refusal)
    {
        guard sections.map(\.id) == data.map(\.id) else {
            throw Refusal(description: "sections change in a batch of items")
        }
        var gone: Set<ListPosition> = []
        var come: [ListPosition: ID?] = [:]
        func take(_ position: ListPosition) throws(Refusal) {
            guard sections.indices ~= position.section, sections[position.section].rows.indices ~= position.item else {
                throw Refusal(description: "no row at \(position)")
            }
            guard gone.insert(position).inserted else {
                throw Refusal(description: "the row at \(position) goes twice")
            }
        }
        func place(_ position: ListPosition, _ row: ID?) throws(Refusal) {
            guard data.indices ~= position.section, data[position.section].rows.indices ~= position.item else {
                throw Refusal(description: "no row to come at \(position)")
            }
            guard come.updateValue(row, forKey: position) == nil else {
                throw Refusal(description: "a row comes twice at \(position)")
            }
        }
        for change in changes {
            switch change {
            case .delete(let position): try take(position)
            case .insert(let position): try place(position, nil)
            case .move(let from, let to):
                try take(from)
                try place(to, sections[from.section].rows[from.item])
            case .update: throw Refusal(description: "an update in the batch of other changes")
            }
        }
        for section in sections.indices {
            let rows = sections[section].rows
            var kept = rows.indices.filter { !gone.contains(ListPosition(section: section, item: $0)) }.makeIterator()
            var shown: [ID] = []
            for item in data[section].rows.indices {
                if let row = come[ListPosition(section: section, item: item)] {
                    shown.append(row ?? data[section].rows[item])
                } else if let old = kept.next() {
                    shown.append(rows[old])
                }
            }
            guard kept.next() == nil, shown == data[section].rows else {
                throw Refusal(description: "section \(section) shows \(shown), and the data are \(data[section].rows)")
            }
            sections[section].rows = shown
        }
    }

    /// Applies changes of sections; each takes its rows along.
    mutating func perform(_ changes: [ListChange<Int>], showing data: [(id: SectionID, rows: [ID])]) throws(Refusal) {
        var table = SectionTableModel<Int, SectionID>([(id: 0, rows: sections.map(\.id))])
        try table.perform(changes.map(\.inFirstSection), showing: [(id: 0, rows: data.map(\.id))])
        let inserted = Set(changes.compactMap { if case .insert(let index) = $0 { index } else { nil } })
        for (index, section) in data.enumerated() where !inserted.contains(index) {
            guard let old = sections.first(where: { $0.id == section.id }), old.rows == section.rows else {
                throw Refusal(description: "the rows of section \(index) change in a batch of sections")
            }
        }
        sections = data
    }
}

struct Refusal: Error, CustomStringConvertible {
    let description: String
}

extension ListChange<Int> {
    var inFirstSection: ListChange<ListPosition> {
        func position(_ item: Int) -> ListPosition { ListPosition(section: 0, item: item) }
        return switch self {
        case .delete(let item): .delete(at: position(item))
        case .insert(let item): .insert(at: position(item))
        case .move(let from, let to): .move(from: position(from), to: position(to))
        case .update(let item): .update(at: position(item))
        }
    }
}
