internal import ArgumentParser
internal import TimelineKit
internal import TimelineReplay

struct ViewCommand: CallsProgram {
    static let configuration = CommandConfiguration(
        commandName: "view",
        abstract: "Write a page that shows a timeline in a browser.",
        usage: "timeline view <file> [<options>]",
        discussion: """
            The page is one HTML file that loads nothing and sends nothing: it can be mailed, attached to an issue and opened \
            from disk. It shows every step, what it changed, and the state after it, as far as the state can be known; \
            without the program's executable, only the states on file are known. It contains what the recording contains.

            Its first line names the crash, or the step that first made EXPR true or broke an invariant. EXPR is a filter \
            expression of RFC 9535 with $ as the state. \(RuleOptions.changeHelp) \(ExpressionArguments.help)

            EXAMPLES:
              timeline view run.jsonl
                the page, in run.html in the current folder
              timeline view run.jsonl --bad '$.comments.unread < 0' -o unread.html
                marks the states in which unread is below zero
              timeline view run.jsonl --from -20 -o end.html
                only the last twenty steps
            """)

    @OptionGroup var journal: JournalArgument

    @OptionGroup var rule: RuleOptions
    @OptionGroup var positions: RangeOptions

    @Option(
        help: ArgumentHelp(
            "Link the lines of code that dispatched actions to an editor: vscode, or a URL with {path} and {line}. The page then has the path of this folder.",
            valueName: "url"))
    var editor: String?

    @Flag(help: "Open the page in the browser.")
    var open = false

    @OptionGroup var output: OutputOption
    @OptionGroup var program: ProgramOption

    func validate() throws {
        if let editor, editor != "vscode",
            !editor.contains("{path}") || !editor.contains("{line}") || !editor.contains("://")
        {
            throw ValidationError("--editor \(editor): name vscode, or a URL such as vscode://file{path}:{line}.")
        }
        if open, output.path ?? ProductFile.page(of: journal.path) == "-" {
            throw ValidationError("--open opens a file: \(output.path == nil ? "name it with -o" : "omit -o -").")
        }
    }

    func run() throws {
        try rule.checkExpression()
        let path = output.path ?? ProductFile.page(of: journal.path)
        try output.check(path, of: journal.path, "a page")
        var damage: [String] = []
        let name = FileSystem.name(of: journal.file)
        let journal = try journal.open { damage.append($0) }
        let range = try positions.range(in: journal)
        var view = TimelineView(journal: journal, file: name, range: range, rule: rule.rule)
        let program = try PageProgram(
            program, of: journal.header.program, for: journal.name, isRequired: rule.invariant != nil)
        var (data, _) = try program.data(of: &view)
        data.summary.damage = damage
        data.summary.editor = editor == "vscode" ? "vscode://file{path}:{line}" : editor
        data.summary.command = (self.program.tool, self.journal.recover.arguments + self.program.arguments)
        try output.write(PageTemplate.page(of: data).flatMap(\.self), to: path)
        if path != "-" { StandardOutput.print("\(path): \(Layout.count(view.steps, "step"))") }
        StandardOutput.flush()
        if let warning = program.warning { StandardError.write(warning) }
        if !data.summary.unseenPaths.isEmpty {
            StandardError.write(
                "Warning: no known state from position \(range.lowerBound) to \(range.upperBound) has "
                    + Layout.visible(data.summary.unseenPaths.joined(separator: " or ")))
        }
        StandardError.write(PageContents.text(of: self.journal.file, journal.header))
        if open { try Browser.open(path) }
    }
}
