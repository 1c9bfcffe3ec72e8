internal import TimelineJSON

/// A difference of two states for people: a line for each place that changed.
///
///       $.unread       0 → -1
///     - $.comments[2]  {"id":7,"text":"hello"}
enum DifferenceText {
    /// The lines of `patch`, which leads away from `before`.
    static func lines(_ patch: JSONPatch, from before: JSON, width: Int = StandardOutput.columns) -> [String] {
        // Each operation refers to the state that those before it left.
        var state = before
        let rows = patch.operations.map { operation -> Row in
            defer { state = (try? JSONPatch([operation]).apply(to: state)) ?? state }
            return row(operation, state)
        }
        let paths = min(rows.map(\.path.count).max() ?? 0, 40)
        return rows.map { row in
            let start = "\(row.sign) \(Layout.padded(row.path, to: paths))  "
            return row.style(start + Layout.cut(row.text, to: max(20, width - 4 - start.count)))
        }
    }

    private struct Row {
        let sign: String
        let path: String
        let text: String
        let style: Style
    }

    private static func row(_ operation: JSONPatch.Operation, _ state: JSON) -> Row {
        switch operation {
        case .add(let path, let value):
            Row(sign: "+", path: path.pathDescription, text: value.description, style: .good)
        case .remove(let path):
            Row(sign: "-", path: path.pathDescription, text: state[path]?.description ?? "", style: .bad)
        case .replace(let path, let value):
            Row(
                sign: " ", path: path.pathDescription, text: "\(state[path]?.description ?? "") → \(value)",
                style: .changed)
        case .move(let from, let path):
            Row(sign: " ", path: from.pathDescription, text: "moved to \(path.pathDescription)", style: .changed)
        case .copy(let from, let path):
            Row(sign: "+", path: path.pathDescription, text: "a copy of \(from.pathDescription)", style: .good)
        case .test(let path, let value):
            Row(sign: " ", path: path.pathDescription, text: "is \(value)", style: .faint)
        }
    }
}
