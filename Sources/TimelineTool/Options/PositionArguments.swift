internal import TimelineJournal

/// Positions on the command line.
enum PositionArguments {
    /// The arguments, with each position such as `-5` in a form that is not taken for an option.
    ///
    /// What follows `--` belongs to another command, and stays as it is.
    static func prepared(_ arguments: [String]) -> [String] {
        let own = arguments.firstIndex(of: "--") ?? arguments.count
        return arguments[..<own].map { argument in
            let isFromEnd = argument.count > 1 && argument.hasPrefix("-") && argument.dropFirst().allSatisfy(\.isNumber)
            return isFromEnd ? "end\(argument)" : argument
        } + arguments[own...]
    }

    /// The step that `text` names in `journal`.
    static func resolve(_ text: String, in journal: Journal) throws(ToolError) -> Int {
        let text = text.hasPrefix("end-") ? String(text.dropFirst("end".count)) : text
        do throws(PositionError) { return try Position(parsing: text).resolve(in: journal) } catch {
            throw ToolError(error)
        }
    }
}
