internal import TimelineJournal

/// Positions on the command line.
enum PositionArguments {
    /// The options whose values are no positions.
    private static let others: Set = [
        "--bad", "--invariant", "--run", "--where", "--last", "--max-bytes", "--speed", "--idle-limit", "--program",
        "--output", "-o", "--recover", "--for", "--path", "--action-path", "--paths", "--key-file", "--steps",
    ]

    /// The arguments, with each position such as `-5` in a form that is not taken for an option.
    ///
    /// What follows `--` belongs to another command, and stays as it is.
    static func prepared(_ arguments: [String]) -> [String] {
        let own = arguments.firstIndex(of: "--") ?? arguments.count
        var prepared = arguments
        for index in arguments[..<own].indices where index == 0 || !others.contains(arguments[index - 1]) {
            let digits = arguments[index].dropFirst()
            if arguments[index].hasPrefix("-"), !digits.isEmpty, digits.allSatisfy({ "0"..."9" ~= $0 }) {
                prepared[index] = "end\(arguments[index])"
            }
        }
        return prepared
    }

    /// The step that `text` names in `journal`.
    static func resolve(_ text: String, in journal: any ReplayableJournal) throws(ToolError) -> Int {
        let text = text.hasPrefix("end-") ? String(text.dropFirst("end".count)) : text
        do throws(PositionError) { return try Position(parsing: text).resolve(in: journal) } catch {
            throw ToolError(error)
        }
    }

    /// `--from` and `--to` leave nothing between them.
    static func crossed(_ first: Int, _ last: Int) -> ToolError {
        ToolError(.usage, "--from is step \(first), which comes after --to, step \(last)")
    }
}
