import TimelineKit

/// A table view that knows the rules of `UITableView.performBatchUpdates` for one list, and shows ids.
struct TableModel<ID: Hashable> {
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    private(set) var rows: [ID]

    init(_ rows: [ID]) { self.rows = rows }

    /// Applies one batch, with the data that the table asks for afterwards.
    mutating func perform(_ changes: [ListChange<Int>], showing data: [ID]) throws(Refusal) {
        var (gone, come): (Set<Int>, [Int: ID?]) = ([], [:])
        func take(_ index: Int) throws(Refusal) {
            guard rows.indices ~= index else { throw Refusal(description: "no row \(index) of \(rows.count)") }
            guard gone.insert(index).inserted else { throw Refusal(description: "row \(index) goes twice") }
        }
        func place(_ index: Int, _ row: ID?) throws(Refusal) {
            guard data.indices ~= index else { throw Refusal(description: "no row \(index) of \(data.count) to come") }
            guard come.updateValue(row, forKey: index) == nil else {
                throw Refusal(description: "row \(index) comes twice")
            }
        }
        for change in changes {
            switch change {
            case .delete(let index): try take(index)
            case .insert(let index): try place(index, nil)
            case .move(let from, let to):
                try take(from)
                try place(to, rows[from])
            case .update: throw Refusal(description: "an update in the batch of other changes")
            }
        }
        guard rows.count - gone.count + come.count == data.count else {
            throw Refusal(description: "\(rows.count) rows - \(gone.count) + \(come.count) are not \(data.count)")
        }
        // Rows that neither go nor come keep their order, in the places that are left.
        var kept = rows.indices.filter { !gone.contains($0) }.makeIterator()
        var shown: [ID] = []
        for index in data.indices {
            if let row = come[index] {
                // The cell of an inserted row is made from the data; that of a moved one is carried along.
                shown.append(row ?? data[index])
            } else if let old = kept.next() {
                shown.append(rows[old])
            }
        }
        guard shown == data else { throw Refusal(description: "it shows \(shown), and the data are \(data)") }
        rows = shown
    }
}
