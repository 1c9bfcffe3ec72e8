internal import TimelineKit
internal import TimelineReplay

enum PositionArguments {
    private static let values: Set = ["--path", "--recover", "--program", "--open"]

    /// Changes arguments that the parser would take for options, up to `--`: a position `-5` to `end-5`, and an action `-5` to ` -5`.
    /// Options that take such values have the parsing strategy `unconditional`.
    static func prepared(_ arguments: [String]) -> [String] {
        var prepared = joined(arguments)
        let change: (String) -> String
        switch arguments.first {
        case "state", "diff", "debug": change = counted
        case "send": change = { $0.hasPrefix("-") && $0.dropFirst().first?.isNumber == true ? " \($0)" : $0 }
        default: return prepared
        }
        let own = prepared.firstIndex(of: "--") ?? prepared.count
        for index in 1..<max(own, 1) where !values.contains(prepared[index - 1]) {
            prepared[index] = change(prepared[index])
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
            joined.append(rest.prefix(2).joined(separator: " "))
            rest = rest.dropFirst(2)
        }
        return joined
    }

    static func resolve(_ text: String, in journal: Journal, upTo last: Int? = nil) throws -> Int {
        let text = text.hasPrefix("end-") ? String(text.dropFirst("end".count)) : text
        return try Position(parsing: text).resolve(in: journal, upTo: last)
    }

    static func first(_ from: String, in journal: Journal, end: Int, listsSteps: Bool) throws -> Int {
        // Of fewer steps, the last ones are all.
        if listsSteps, let count = Int(from), -count > journal.end - journal.first { return journal.first }
        let first = try resolve(from, in: journal, upTo: end)
        // The last step may have no state, and then it is no position.
        return listsSteps && (from.hasPrefix("-") || from.hasPrefix("end-"))
            ? min(first + 1 + end - journal.end, end) : first
    }
}
