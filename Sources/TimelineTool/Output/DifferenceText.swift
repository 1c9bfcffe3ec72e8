internal import TimelineKit
internal import TimelineReplay

/// A line for each change. Removed elements have their old index, added and changed elements their new index, moved elements both:
///
///       $.unread       0 → -1
///     - $.comments[2]  {"id":7,"text":"hello"}
///     ~ $.comments     moved 3 → 1
enum DifferenceText {
    /// What a caller may put before each line, with the sign and the space after the path.
    private static let margin = 8

    private static let leastText = 20

    /// - Parameters:
    ///   - indent: The number of spaces before each line.
    ///   - limit: The number of lines. More are counted in a last line, which names the command or option that shows all.
    static func lines(
        _ difference: JSONDifference, indent: Int = 0, width: Int = StandardOutput.columns, limit: Int = .max,
        all command: String = "--full"
    ) -> [String] {
        let width = max(width - max(0, indent - 4), leastText + margin)
        let rows = difference.changes.map { row($0, width: width) }
        let widths = rows.map { Layout.width(of: $0.path) }
        let paths = min(widths.max() ?? 0, 40)
        let lines = zip(rows, widths).map { row, pathWidth in
            let start = "\(row.sign) \(row.path)\(Layout.spaces(paths - pathWidth))  "
            let room = max(leastText, width - margin - max(paths, pathWidth))
            return Layout.spaces(indent) + row.style(start + Layout.cut(row.text, to: room))
        }
        guard lines.count > limit else { return lines }
        let others = Layout.count(lines.count - limit, "more change")
        return lines.prefix(limit) + [Layout.spaces(indent + 2) + Style.faint("and \(others): \(command) shows all")]
    }

    /// Of an old value: half, or what the new one leaves.
    private static func room(for new: String, of path: JSONPointer, _ width: Int) -> Int {
        let room = width - margin - min(Layout.width(of: path.pathDescription), width) - 3
        return max(leastText / 2, room / 2, room - Layout.width(of: new))
    }

    private typealias Row = (sign: String, path: String, text: String, style: Style)

    private static func row(_ change: JSONDifference.Change, width: Int) -> Row {
        func text(_ value: JSON) -> String { Layout.visible(Layout.beginning(of: value, width)) }
        func row(_ sign: String, _ path: JSONPointer, _ text: String, _ style: Style) -> Row {
            let path = Layout.cutAtStart(Layout.visible(path.pathDescription), to: width - margin)
            return (sign, path, Layout.visible(text), style)
        }
        let old = change.old.map(text) ?? ""
        return switch change.operation {
        case .add(let path, let value): row("+", change.newIndex.map(path.parent.appending) ?? path, text(value), .good)
        case .remove(let path): row("-", path, old, .bad)
        case .replace(let path, let value):
            row(" ", path, "\(Layout.cut(old, to: room(for: text(value), of: path, width))) → \(text(value))", .changed)
        case .move(let from, let path):
            if let old = change.oldIndex, let new = change.newIndex {
                row("~", path.parent, "moved \(old) → \(new)", .changed)
            } else {
                row(" ", from, "moved to \(path.pathDescription)", .changed)
            }
        case .copy(let from, let path): row("+", path, "a copy of \(from.pathDescription)", .good)
        case .test(let path, let value): row(" ", path, "is \(text(value))", .faint)
        }
    }
}
