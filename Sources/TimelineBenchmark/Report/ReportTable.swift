internal import Foundation

/// The findings as a Markdown table.
struct ReportTable {
    let findings: [Finding]

    var text: String {
        let head = ["measure", "size", "peer", "ours", "theirs", "ratio: min / median / max", "goal", "result"]
        let rows = findings.map(row)
        let widths = head.indices.map { column in ([head] + rows).map { $0[column].count }.max()! }
        let lines = ([head, widths.map { String(repeating: "-", count: $0) }] + rows).map { cells in
            "| "
                + zip(cells, widths).map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }.joined(
                    separator: " | ") + " |"
        }
        return lines.joined(separator: "\n")
    }

    private func row(_ finding: Finding) -> [String] {
        func amount(_ spread: Spread) -> String {
            finding.unit.map { "\(Amount.ratio(spread.median)) \($0)" } ?? Amount.seconds(spread.median)
        }
        let sign = finding.isSpeed ? "≥" : "≤"
        let ratio =
            finding.ratio.map {
                "\(Amount.ratio($0.minimum)) / \(Amount.ratio($0.median)) / \(Amount.ratio($0.maximum))"
                    + (finding.isSpeed ? " × as fast" : " ×")
            } ?? finding.missing ?? ""
        // Without a ratio, the goal is for the amount.
        let isTime = finding.ratio == nil && finding.unit == nil
        let goal = finding.goal.map { "\(sign) \(isTime ? Amount.seconds($0) : Amount.ratio($0))" } ?? ""
        let verdict = finding.isReached.map { $0 ? "reached" : "missed" } ?? ""
        return [
            finding.measure, finding.size, finding.peer, finding.ours.map(amount) ?? "",
            finding.theirs.map(amount) ?? "", ratio,
            goal, verdict,
        ]
    }
}
