enum HelpText {
    static let leastColumns = 40

    static func isGenerator(_ argument: String) -> Bool {
        argument.hasPrefix("--generate-completion-script") || argument == "--experimental-dump-help"
    }

    /// What the command does in a line, its usage and examples; then the rest.
    static func arranged(_ help: String, wide: String? = nil) -> String {
        var (lines, examples) = parts(of: help)
        if let wide { examples = parts(of: wide).examples }
        guard let usage = lines.firstIndex(where: { $0.hasPrefix("USAGE:") }) else { return Invocation.named(help) }
        let abstract = lines.firstIndex(of: "") ?? usage
        let end = lines[usage...].firstIndex(of: "") ?? lines.endIndex
        let discussion = lines[abstract..<usage].reversed().drop { $0.isEmpty }.reversed()
        lines =
            lines[..<abstract] + [""] + lines[usage..<end] + (examples.isEmpty ? [] : [""] + examples) + discussion
            + lines[end...]
        while lines.last == "" { lines.removeLast() }
        return Invocation.named(lines.joined(separator: "\n"))
    }

    private static func parts(of help: String) -> (lines: [Substring], examples: [Substring]) {
        var lines = help.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.hasSuffix(" SUBCOMMANDS:") && !$0.hasPrefix(" ") ? $0.dropLast(" SUBCOMMANDS:".count) + ":" : $0
        }
        // The examples end the discussion, which precedes the usage.
        guard let start = lines.firstIndex(of: "EXAMPLES:"),
            let end = lines[start...].firstIndex(where: { $0.hasPrefix("USAGE:") })
        else { return (lines, []) }
        let examples = lines[start..<end].reversed().drop { $0.isEmpty }.reversed()
        lines.removeSubrange(start..<end)
        return (lines, Array(examples))
    }
}
