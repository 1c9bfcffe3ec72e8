internal import TimelineJournal

enum PositionArguments {
    private static let others: Set = [
        "--bad", "--invariant", "--run", "--repeat", "--where", "--last", "--max-bytes", "--speed", "--idle-limit",
        "--program",
        "--output", "-o", "--recover", "--path", "--show", "--action-path", "--paths", "--key-file", "--steps",
        "--state", "--touching", "--from-origin",
    ]

    /// Changes positions such as `-5` to `end-5`, which the parser does not take for an option, up to `--`.
    static func prepared(_ arguments: [String]) -> [String] {
        var prepared = joined(arguments)
        let own = prepared.firstIndex(of: "--") ?? prepared.count
        let arguments = prepared
        for index in arguments[..<own].indices where index == 0 || !others.contains(arguments[index - 1]) {
            prepared[index] = counted(fromEnd: arguments[index])
        }
        return prepared
    }

    private static func counted(fromEnd argument: String) -> String {
        let digits = argument.dropFirst()
        let isCount = argument.hasPrefix("-") && !digits.isEmpty && digits.allSatisfy { "0"..."9" ~= $0 }
        return isCount ? "end\(argument)" : argument
    }

    /// Joins the position and the action of `--insert 17 ACTION` to one argument, as the parser allows one value for an option.
    private static func joined(_ arguments: [String]) -> [String] {
        var joined: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            joined.append(argument)
            if argument == "--" { return joined + rest }
            guard EditOptions.pairs.contains(argument), let place = rest.first, !place.contains(" ") else { continue }
            rest.removeFirst()
            joined.append(([counted(fromEnd: place)] + rest.prefix(1)).joined(separator: " "))
            rest = rest.dropFirst()
        }
        return joined
    }

    static func resolve(_ text: String, in journal: any ReplayableJournal) throws(ToolError) -> Int {
        let text = text.hasPrefix("end-") ? String(text.dropFirst("end".count)) : text
        do throws(PositionError) { return try Position(parsing: text).resolve(in: journal) } catch {
            throw ToolError(error)
        }
    }

    static func first(
        _ from: String, in journal: any ReplayableJournal, end: Int, listsSteps: Bool
    ) throws(ToolError) -> Int {
        let first = try resolve(from, in: journal)
        // The last step may have no state, and then it is no position.
        return listsSteps && from.hasPrefix("end-") ? min(first + 1 + end - journal.end, end) : first
    }

    /// - Parameter listsSteps: The range is of steps and not of positions, so that `--from -10` means the last ten.
    static func range(
        from: String?, to: String?, in journal: any ReplayableJournal, end: Int, option: String = "--to",
        listsSteps: Bool = false
    ) throws -> ClosedRange<Int> {
        let first = try from.map { try self.first($0, in: journal, end: end, listsSteps: listsSteps) } ?? journal.first
        let last = try to.map { try resolve($0, in: journal) } ?? end
        guard first <= last else {
            throw ToolError(.usage, "--from is step \(first), which is after \(option), step \(last)")
        }
        return first...last
    }
}
