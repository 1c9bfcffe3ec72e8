internal import ArgumentParser

/// Written here because the plugin of swift-argument-parser drops custom usages, breaks the lines of examples, and makes mandoc warn.
struct ManualPage {
    let text: String

    init(of root: any ParsableCommand.Type) {
        let configuration = root.configuration
        let name = Self.name(of: root)
        var lines = [
            #".TH "\#(name.uppercased())" "1" "" "\#(name) \#(configuration.version)" "User Commands""#,
            ".SH NAME", Self.escaped("\(name) - \(configuration.abstract)"),
            ".SH SYNOPSIS", ".nf", Self.escaped("\(name) COMMAND [ARGUMENT ...]"), ".fi",
            ".SH DESCRIPTION",
        ]
        lines += Self.paragraphs(of: configuration)
        lines += Self.lines(of: Help(of: root, in: root).entries)
        for group in configuration.groupedSubcommands {
            lines.append(".SH \(Self.escaped(group.name))")
            for command in group.subcommands {
                lines += [
                    ".SS \(Self.escaped("\(name) \(Self.name(of: command))"))",
                    Self.escaped(command.configuration.abstract),
                ]
                let help = Help(of: command, in: root)
                lines += [".PP", ".nf"] + help.usage.map(Self.escaped) + [".fi"]
                lines += Self.paragraphs(of: command.configuration)
                // The last two options are the same for every command.
                lines += Self.lines(of: help.entries.filter { !["--version", "-h, --help"].contains($0.label) })
                lines += Self.examples(of: command.configuration)
            }
        }
        let examples = Self.examples(of: configuration)
        if !examples.isEmpty { lines += [".SH EXAMPLES"] + examples }
        text = lines.joined(separator: "\n") + "\n"
    }

    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? "\(command)"
    }

    private static let heading = "EXAMPLES:\n"

    private static func paragraphs(of configuration: CommandConfiguration) -> [String] {
        configuration.discussion.split(separator: "\n\n").filter { !$0.hasPrefix(heading) }
            .flatMap { [".PP", escaped($0)] }
    }

    private static func examples(of configuration: CommandConfiguration) -> [String] {
        guard let part = configuration.discussion.split(separator: "\n\n").first(where: { $0.hasPrefix(heading) })
        else { return [] }
        return part.dropFirst(heading.count).split(separator: "\n").flatMap { line -> [String] in
            let text = escaped(line.drop { $0 == " " })
            return line.hasPrefix("    ") ? [".RS", text, ".RE"] : [".PP", ".nf", "\\fB\(text)\\fR", ".fi"]
        }
    }

    private static func lines(of entries: [Help.Entry]) -> [String] {
        entries.flatMap { [".TP", "\\fB\(escaped($0.label))\\fR", escaped($0.text)] }
    }

    private struct Help {
        struct Entry {
            var label: Substring
            var text: Substring = ""
        }

        private(set) var usage: [Substring] = []
        private(set) var entries: [Entry] = []

        init(of command: any ParsableCommand.Type, in root: any ParsableCommand.Type) {
            // Wide enough for each text to be on one line.
            let help = root.helpMessage(for: command, columns: 10_000)
            var heading: Substring = ""
            for line in help.split(separator: "\n", omittingEmptySubsequences: false) {
                let (spaces, text) = (line.prefix { $0 == " " }.count, line.drop { $0 == " " })
                if spaces == 0 { heading = text.prefix { $0 != ":" } }
                switch heading {
                case "USAGE" where !text.isEmpty: usage.append(line.dropFirst("USAGE: ".count))
                case "ARGUMENTS" where spaces == 2, "OPTIONS" where spaces == 2:
                    let label = text.firstRange(of: "  ").map { text[..<$0.lowerBound] } ?? text
                    entries.append(Entry(label: label, text: text[label.endIndex...].drop { $0 == " " }))
                // The text of a long label is on the next line.
                case "ARGUMENTS" where spaces > 2, "OPTIONS" where spaces > 2: entries[entries.count - 1].text = text
                default: break
                }
            }
        }
    }

    private static func escaped(_ text: some StringProtocol) -> String {
        let signs: [Character: String] = [
            "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti",
        ]
        let escaped = text.map { signs[$0] ?? String($0) }.joined()
        return escaped.hasPrefix(".") ? "\\&\(escaped)" : escaped
    }
}
