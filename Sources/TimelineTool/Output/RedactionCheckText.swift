internal import TimelineDebugger
internal import TimelineKit

/// The result of a check of one timeline, as text and as JSON. It names places, never values.
struct RedactionCheckText {
    let file: String
    var error: String?
    private(set) var count = 0
    private(set) var uncertain = 0
    private var findings: [RedactionFinding] = []

    private static let shown = 20
    private static let kept = 1000

    init(_ file: String) { self.file = file }

    mutating func add(_ finding: RedactionFinding) {
        if finding.kind == .uncertain { uncertain += 1 } else { count += 1 }
        if findings.count < Self.kept { findings.append(finding) }
    }

    var text: String? {
        if findings.isEmpty {
            return error == nil ? Layout.visible("\(file): all values at the checked paths are hidden") : nil
        }
        var rows = findings.prefix(Self.shown).map { Layout.visible($0.description) }
        let more = count + uncertain - Self.shown
        if more > 0 { rows.append("and \(Layout.count(more, "more place")) in \(file)") }
        return rows.joined(separator: "\n")
    }

    static let fields: Fields<[Self]> = """
        hidden\({ $0.allSatisfy { $0.findings.isEmpty && $0.error == nil } }): flag // Whether all files could be checked, and all values at the paths are hidden.
        files\({ $0 }, """
            file\({ $0.file }): text
            exposed\({ $0.count }): count // The number of places that are not hidden.
            uncertain?\({ $0.uncertain }): count // The number of places that look hidden, and that the header does not name; absent if 0.
            places\({ $0.findings }, """
                \(of: { $0 }, RedactionFinding.fields)
                elsewhere?\({ $0.kind == .elsewhere }): true // A text that is to be hidden at another place occurs here.
                """) // The first 1,000 of both.
            fault?\({ $0.error }): text // Why the rest of the file could not be checked.
            """)
        """
}

extension RedactionFinding {
    static let fields: Fields<Self> =
        "file\({ $0.file }): text, line\({ $0.line }): lineNumber, part\({ $0.part.rawValue }), path?\({ $0.path }): openPath"
}
