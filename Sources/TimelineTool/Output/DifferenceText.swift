internal import TimelineJSON
internal import TimelineQuerying

/// The difference of two states as text: a line for each change.
///
///       $.unread       0 → -1
///     - $.comments[2]  {"id":7,"text":"hello"}
enum DifferenceText {
    static func lines(_ difference: JSONDifference, width: Int = StandardOutput.columns) -> [String] {
        let rows = difference.changes.map { row($0, width: width) }
        let widths = rows.map { Layout.width(of: $0.path) }
        let paths = min(widths.max() ?? 0, 40)
        return zip(rows, widths).map { row, pathWidth in
            let start = "\(row.sign) \(row.path)\(Layout.spaces(paths - pathWidth))  "
            let room = max(20, width - 8 - max(paths, pathWidth))
            return row.style(start + Layout.cut(row.text, to: room))
        }
    }

    /// The first `limit` lines, and the number of the others.
    static func limited(
        _ lines: [String], to limit: Int, _ noun: String = "change", indent: String = ""
    ) -> [String] {
        guard lines.count > limit else { return lines }
        let others = Layout.count(lines.count - limit, "more \(noun)")
        return lines.prefix(limit) + [indent + Style.faint("and \(others): --full shows all")]
    }

    private struct Row {
        let sign: String
        let path: String
        let text: String
        let style: Style
    }

    private static func row(_ change: JSONDifference.Change, width: Int) -> Row {
        func text(_ value: JSON) -> String { Layout.beginning(of: value, width) }
        let old = change.old.map(text) ?? ""
        return switch change.operation {
        case .add(let path, let value): row("+", path, text(value), .good)
        case .remove(let path): row("-", path, old, .bad)
        case .replace(let path, let value): row(" ", path, "\(old) → \(text(value))", .changed)
        case .move(let from, let path): row(" ", from, "moved to \(path.pathDescription)", .changed)
        case .copy(let from, let path): row("+", path, "a copy of \(from.pathDescription)", .good)
        case .test(let path, let value): row(" ", path, "is \(text(value))", .faint)
        }
    }

    private static func row(_ sign: String, _ path: JSONPointer, _ text: String, _ style: Style) -> Row {
        Row(sign: sign, path: Layout.visible(path.pathDescription), text: Layout.visible(text), style: style)
    }
}
