internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal

/// What a check of one timeline found, as text and as JSON. It tells places, and never what stands there.
struct RedactionCheckText {
    let file: String
    /// Why it could not be judged.
    var fault: String?
    /// How many places stand in the open.
    private(set) var count = 0
    /// How many more may.
    private(set) var uncertain = 0
    private var findings: [RedactionCheck.Finding] = []

    /// How many places are listed for people, and how many in JSON.
    private static let shown = 20
    private static let kept = 1000

    init(_ file: String) { self.file = file }

    mutating func take(_ finding: RedactionCheck.Finding) {
        if finding.isCertain { count += 1 } else { uncertain += 1 }
        if findings.count < Self.kept { findings.append(finding) }
    }

    /// Nil where there is nothing to tell but the fault.
    var text: String? {
        if findings.isEmpty {
            return fault == nil ? Layout.visible("\(file): all is hidden at the paths that were checked") : nil
        }
        var rows = findings.prefix(Self.shown).map { Layout.visible($0.description) }
        let more = count + uncertain - Self.shown
        if more > 0 { rows.append("and \(Layout.count(more, "more place")) in \(file)") }
        return rows.joined(separator: "\n")
    }

    static func json(_ answers: [RedactionCheckText]) -> JSON {
        .members([
            "hidden": .bool(answers.allSatisfy { $0.findings.isEmpty && $0.fault == nil }),
            "files": .array(
                answers.map { answer in
                    .members([
                        "file": .string(answer.file), "exposed": .int(answer.count),
                        "uncertain": answer.uncertain == 0 ? nil : .int(answer.uncertain),
                        "places": .array(
                            answer.findings.map {
                                .members([
                                    "file": .string($0.file), "line": .int($0.line), "part": .string($0.part.rawValue),
                                    "path": $0.path.isEmpty ? nil : .string($0.path),
                                    "elsewhere": $0.isElsewhere ? .bool(true) : nil,
                                ])
                            }), "fault": answer.fault.map { .string($0) },
                    ])
                }),
        ])
    }
}
