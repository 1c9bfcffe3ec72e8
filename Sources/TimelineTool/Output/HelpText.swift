/// The help of a command as people read it.
enum HelpText {
    /// The parser's text with the examples at its end, where they are looked for, and the plain titles of the groups of
    /// commands.
    static func arranged(_ help: String) -> String {
        var lines = help.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.hasSuffix(" SUBCOMMANDS:") && !$0.hasPrefix(" ") ? $0.dropLast(" SUBCOMMANDS:".count) + ":" : $0
        }
        // They are the last part of the discussion, which stands before the usage.
        guard let start = lines.firstIndex(of: "EXAMPLES:"),
            let end = lines[start...].firstIndex(where: { $0.hasPrefix("USAGE:") })
        else { return lines.joined(separator: "\n") }
        let examples = lines[start..<end].reversed().drop { $0.isEmpty }.reversed()
        lines.removeSubrange(start..<end)
        while lines.last?.isEmpty == true { lines.removeLast() }
        return (lines + [""] + examples).joined(separator: "\n")
    }
}
