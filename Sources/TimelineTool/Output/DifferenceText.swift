internal import TimelineJSON
internal import TimelineQuerying

/// The difference of two states as text: a line for each change.
///
///       $.unread       0 → -1
///     - $.comments[2]  {"id":7,"text":"hello"}
enum DifferenceText {
    /// - Parameter before: The state that the patch applies to.
    static func lines(_ patch: JSONPatch, from before: JSON, width: Int = StandardOutput.columns) -> [String] {
        // The paths of each operation refer to the state after those before it.
        var state = before
        let rows = patch.operations.flatMap { operation -> [Row] in
            defer { state = (try? JSONPatch([operation]).apply(to: state)) ?? state }
            return self.rows(operation, state)
        }
        let paths = min(rows.map(\.path.count).max() ?? 0, 40)
        return rows.map { row in
            let start = "\(row.sign) \(Layout.padded(row.path, to: paths))  "
            return row.style(start + Layout.cut(row.text, to: max(20, width - 4 - start.count)))
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

    private static func rows(_ operation: JSONPatch.Operation, _ state: JSON) -> [Row] {
        switch operation {
        case .add(let path, let value): [row("+", path, value.description, .good)]
        case .remove(let path): [row("-", path, state[path]?.description ?? "", .bad)]
        case .replace(let path, let value): replaced(path, state[path], value)
        case .move(let from, let path): [row(" ", from, "moved to \(path.pathDescription)", .changed)]
        case .copy(let from, let path): [row("+", path, "a copy of \(from.pathDescription)", .good)]
        case .test(let path, let value): [row(" ", path, "is \(value)", .faint)]
        }
    }

    /// Lists the members that differ where a patch replaces an object as a whole.
    private static func replaced(_ path: JSONPointer, _ old: JSON?, _ new: JSON) -> [Row] {
        guard let before = old?.object, let after = new.object,
            before.members.contains(where: { after[$0.key] != nil })
        else { return [row(" ", path, "\(old?.description ?? "") → \(new)", .changed)] }
        var rows: [Row] = []
        for member in before.members {
            let place = path.appending(member.key)
            if let value = after[member.key] {
                if value != member.value { rows += replaced(place, member.value, value) }
            } else {
                rows.append(row("-", place, member.value.description, .bad))
            }
        }
        for member in after.members where before[member.key] == nil {
            rows.append(row("+", path.appending(member.key), member.value.description, .good))
        }
        return rows
    }

    private static func row(_ sign: String, _ path: JSONPointer, _ text: String, _ style: Style) -> Row {
        Row(sign: sign, path: Layout.visible(path.pathDescription), text: Layout.visible(text), style: style)
    }
}
