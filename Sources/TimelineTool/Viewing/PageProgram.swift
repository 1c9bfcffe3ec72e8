internal import TimelineKit
internal import TimelineReplay

struct PageProgram {
    let program: (any Program)?
    private let name: String

    init(_ option: ProgramOption, of name: String, for file: String, isRequired: Bool = false) throws(ToolError) {
        self.name = name
        if option.path == nil, !isRequired, !option.isLinked(name), !ProgramOption.hasBecome,
            case .missing = ProgramSearch(name)
        {
            program = nil
        } else {
            program = try option.program(name, for: file)
        }
    }

    var warning: String? {
        if program != nil { return nil }
        return """
            Warning: no executable with the program "\(Layout.visible(name))" was found, so the page shows only the states on \
            file. --program names one.
            """
    }

    func data(
        of view: inout TimelineView, _ show: (PageData) -> Void = { _ in }
    ) throws -> (PageData, (any PageInvariants)?) {
        guard let program, program.name == view.journal.header.program else { return (try view.recordedData(), nil) }
        try view.findTrap()
        let view = view
        func data<P: Program>(_ program: P) throws -> (PageData, (any PageInvariants)?) {
            let rules = try view.rules(program)
            return (try view.data(program, rules, show), rules.isEmpty ? nil : ProgramInvariants(program, view, rules))
        }
        return try data(program)
    }

    /// - Parameter show: Called from time to time with a page of the steps so far.
    func growingPage(
        of journal: Journal, file: String, _ show: (PageData) -> Void = { _ in }
    ) throws -> (PageData, (any PageInvariants)?) {
        var view = TimelineView(journal: journal, file: file, range: journal.first...journal.end, rule: nil)
        var (data, invariants) = try data(of: &view, show)
        try data.visitRest()
        return (data, invariants)
    }
}
