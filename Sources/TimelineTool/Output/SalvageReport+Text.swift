internal import TimelineDebugger
internal import TimelineKit

extension SalvageReport {
    private static let limit = 20

    func warnings(_ name: (_ file: String) -> String) -> [String] {
        var warnings: [String] = []
        if droppedCount > 0 {
            let first = dropped[0].renamed(name)
            let more = droppedCount > 1 ? ", and \(droppedCount - 1) more" : ""
            warnings.append("\(Layout.count(droppedCount, "line")) left out: \(first)\(more)")
        }
        if let missing = missingStart { warnings.append(missing.renamed(name).description) }
        if let torn {
            let torn = torn.renamed(name)
            warnings.append(isCut ? "\(torn)" : "the last line of \(torn.file) is torn and was left out")
        }
        return warnings + listedUnknowns.map { "unknown: \($0)" }
    }

    func text(_ path: String, bytes: Int) -> String {
        var rows = ["\(path): \(Layout.count(kept, "line")) kept, \(Layout.count(bytes, "byte"))"]
        var dropped = dropped
        if let torn { dropped.append(torn) }
        let count = droppedCount + (torn == nil ? 0 : 1)
        rows += Damage.runs(dropped, of: count, limit: Self.limit).map { "left out   \($0)" }
        if let missing = missingStart { rows.append("missing    \(missing)") }
        rows += listedUnknowns.map { "unknown    \($0)" }
        if isWhole { rows.append("Nothing was damaged.") }
        return rows.map { Layout.visible($0) }.joined(separator: "\n")
    }

    static let fields: Fields<(report: Self, path: String, bytes: Int)> = """
        repaired\({ $0.path }): text // The path of the copy.
        kept\({ $0.report.kept }): count // The number of lines that were kept.
        bytes\({ $0.bytes }): count // The size of the copy.
        first\({ $0.report.first }): seq // The first position in the copy.
        last\({ $0.report.last }): seq // The last position in the copy.
        dropped\({ $0.report.droppedCount }): count // The number of lines that were left out, without a torn one.
        torn\({ $0.report.torn != nil }): flag // Whether the last line was incomplete.
        damage\({ $0.report.dropped + [$0.report.torn].compactMap(\.self) }): [place] // Lines that were left out, and why.
        lost\({ $0.report.lost }, """
            from\({ $0.steps.lowerBound }): seq, through\({ $0.steps.upperBound }): seq
            lastStateKnown\({ $0.isLastKnown }): flag // Whether the state after the last of them is known.
            """) // Steps that were lost.
        missing?\({ $0.report.missingStart })
        startLost\({ $0.report.hasLostItsStart }): flag // Whether the beginning of the timeline was lost.
        endLost\({ $0.report.hasLostItsEnd }): flag // Whether steps may be missing at the end.
        """

    var listedUnknowns: [String] {
        let more = unknowns.count - Self.limit
        return more > 0 ? unknowns.prefix(Self.limit) + ["and \(more) more"] : unknowns
    }
}
