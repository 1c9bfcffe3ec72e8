internal import TimelineJournal

/// Positions on the command line.
enum PositionArguments {
    /// The options whose values are not positions.
    private static let others: Set = [
        "--bad", "--invariant", "--run", "--where", "--last", "--max-bytes", "--speed", "--idle-limit", "--program",
        "--output", "-o", "--recover", "--for", "--path", "--action-path", "--paths", "--key-file", "--steps",
    ]

    /// Changes positions such as `-5` to `end-5`, which the parser does not take for an option.
    ///
    /// The arguments after `--` belong to another command, and are not changed.
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

    /// The step at a position.
    static func resolve(_ text: String, in journal: any ReplayableJournal) throws(ToolError) -> Int {
        let text = text.hasPrefix("end-") ? String(text.dropFirst("end".count)) : text
        do throws(PositionError) { return try Position(parsing: text).resolve(in: journal) } catch {
            throw ToolError(error)
        }
    }

    /// The steps from `--from`, by default the first, to `--to`, by default `end`.
    static func range(from: String?, to: String?, in journal: any ReplayableJournal, end: Int) throws -> ClosedRange<
        Int
    > {
        let first = try from.map { try resolve($0, in: journal) } ?? journal.first
        let last = try to.map { try resolve($0, in: journal) } ?? end
        guard first <= last else {
            throw ToolError(.usage, "--from is step \(first), which is after --to, step \(last)")
        }
        return first...last
    }
}
