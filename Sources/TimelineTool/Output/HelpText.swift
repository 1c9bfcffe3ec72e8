enum HelpText {
    static let leastColumns = 40

    static func isGenerator(_ argument: String) -> Bool {
        argument.hasPrefix("--generate-completion-script") || argument == "--experimental-dump-help"
    }

    static func arranged(_ help: String, wide: String? = nil) -> String {
        var (lines, examples) = parts(of: help)
        if let wide { examples = parts(of: wide).examples }
        if !examples.isEmpty {
            while lines.last?.isEmpty == true { lines.removeLast() }
            lines += [""] + examples
        }
        return lines.joined(separator: "\n")
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
