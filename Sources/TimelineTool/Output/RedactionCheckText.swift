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

    static func json(_ answers: [RedactionCheckText]) -> JSON {
        .members([
            "hidden": .bool(answers.allSatisfy { $0.findings.isEmpty && $0.error == nil }),
            "files": .array(
                answers.map { answer in
                    .members([
                        "file": .string(answer.file), "exposed": .int(answer.count),
                        "uncertain": answer.uncertain == 0 ? nil : .int(answer.uncertain),
                        "places": .array(
                            answer.findings.map { $0.json("elsewhere", $0.kind == .elsewhere ? true : nil) }),
                        "fault": answer.error.map { .string($0) },
                    ])
                }),
        ])
    }
}

extension RedactionFinding {
    func json(_ key: String, _ value: JSON?) -> JSON {
        .members([
            "file": .string(file), "line": .int(line), "part": .string(part.rawValue),
            "path": path.isEmpty ? nil : .string(path), key: value,
        ])
    }
}
