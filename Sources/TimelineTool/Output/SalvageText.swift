internal import TimelineDebugger
internal import TimelineKit

struct SalvageText {
    private let report: SalvageReport
    private static let limit = 20

    init(_ report: SalvageReport) { self.report = report }

    func warnings(_ name: (_ file: String) -> String) -> [String] {
        var warnings: [String] = []
        if report.droppedCount > 0 {
            let first = report.dropped[0].renamed(name)
            let more = report.droppedCount > 1 ? ", and \(report.droppedCount - 1) more" : ""
            warnings.append("\(Layout.count(report.droppedCount, "line")) left out: \(first)\(more)")
        }
        if let missing = report.missingStart { warnings.append(missing.renamed(name).description) }
        if let torn = report.torn {
            let torn = torn.renamed(name)
            warnings.append(report.isCut ? "\(torn)" : "the last line of \(torn.file) is torn and was left out")
        }
        warnings += unknowns.map { "unknown: \($0)" }
        return warnings
    }

    func text(_ path: String, bytes: Int) -> String {
        var rows = ["\(path): \(Layout.count(report.kept, "line")) kept, \(Layout.count(bytes, "byte"))"]
        var dropped = report.dropped
        if let torn = report.torn { dropped.append(torn) }
        let count = report.droppedCount + (report.torn == nil ? 0 : 1)
        rows += Damage.runs(dropped, of: count, limit: Self.limit).map { "left out   \($0)" }
        if let missing = report.missingStart { rows.append("missing    \(missing)") }
        rows += unknowns.map { "unknown    \($0)" }
        if report.isWhole { rows.append("Nothing was damaged.") }
        return rows.map { Layout.visible($0) }.joined(separator: "\n")
    }

    func json(_ path: String, bytes: Int) -> JSON {
        func places(_ damage: [Damage]) -> JSON { .array(damage.map(InfoText.place)) }
        return .members([
            "repaired": .string(path), "kept": .int(report.kept), "bytes": .int(bytes), "first": .int(report.first),
            "last": .int(report.last), "dropped": .int(report.droppedCount), "torn": .bool(report.torn != nil),
            "damage": places(report.dropped + (report.torn.map { [$0] } ?? [])),
            "lost": .array(
                report.lost.map {
                    .members([
                        "from": .int($0.steps.lowerBound), "through": .int($0.steps.upperBound),
                        "lastStateKnown": .bool($0.isLastKnown),
                    ])
                }), "missing": report.missingStart.map(InfoText.place), "startLost": .bool(report.hasLostItsStart),
            "endLost": .bool(report.hasLostItsEnd),
        ])
    }

    var unknowns: [String] {
        let lines = report.unknowns
        let more = lines.count - Self.limit
        return more > 0 ? lines.prefix(Self.limit) + ["and \(more) more"] : lines
    }
}
