internal import TimelineJournal
internal import TimelineKit
internal import TimelineViewer

/// The program that makes the states of a page, if its executable can be found.
struct PageProgram {
    /// nil if only the states on file can be shown.
    let program: (any Program)?
    private let name: String

    /// - Parameters:
    ///   - isRequired: Whether a missing executable is an error. It also is with `--program`.
    ///   - file: The timeline, for the message.
    init(_ option: ProgramOption, of name: String, for file: String, isRequired: Bool = false) throws(ToolError) {
        self.name = name
        if option.path == nil, !isRequired, !option.isLinked(name), !ProgramOption.hasBecome,
            case .missing = ProgramOption.search(name)
        {
            program = nil
        } else {
            program = try option.program(name, for: file)
        }
    }

    /// The warning to print where it is missing.
    var warning: String? {
        if program != nil { return nil }
        return """
            Warning: no executable with the program "\(Layout.visible(name))" was found, so the page shows only the states on \
            file. --program names one.
            """
    }

    /// The data of a page.
    func data(of view: TimelineView) throws -> (PageData, PageSummary) {
        guard let program, program.name == view.journal.header.program else { return try view.recordedData() }
        return try view.data(program)
    }

    /// The data of the page of a whole recording.
    func data(of journal: Journal, file: String) throws -> (PageData, PageSummary) {
        try data(
            of: TimelineView(
                journal: journal, file: file, range: journal.first...journal.end, bad: nil, invariant: nil))
    }
}
