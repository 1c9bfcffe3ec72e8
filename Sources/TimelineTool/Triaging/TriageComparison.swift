internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineSystem

/// What another executable makes of the same timelines.
struct TriageComparison {
    /// Of each group, how many timelines no longer fail for its rule, and a file that still does.
    private(set) var mended: [TriageGroup.ID: (count: Int, remaining: String?)] = [:]

    init(_ executable: String, rules: [String], _ findings: [(file: String, id: TriageGroup.ID)]) throws {
        // A name without a slash would be looked up on the PATH.
        let command = executable.contains("/") ? executable : "./\(executable)"
        let bugs = findings.filter(\.id.rule.isBug)
        guard !bugs.isEmpty else { return }
        let paths = bugs.flatMap { Array($0.file.utf8) + [UInt8(ascii: "\n")] }
        let process = try PipedProcess([command, "triage", "--json", "--files-from", "-"] + rules, input: paths)
        for bug in bugs {
            guard let line = try process.nextLine(), let object = (try? JSON(parsing: line))?.object,
                let group = try? TriageGroup(object)
            else {
                throw ToolError(
                    .cannotTell,
                    "--against \(executable): it \(try process.wait().text), without an answer for \(bug.file)")
            }
            let isMended = group.id.rule != bug.id.rule && group.id.rule != .unknown
            var (count, remaining) = mended[bug.id] ?? (0, nil)
            if isMended { count += 1 } else { remaining = remaining ?? bug.file }
            mended[bug.id] = (count, remaining)
        }
        _ = try process.wait()
    }

    func text(of joined: TriageGroups.Joined) -> String {
        let parts = ([joined.group] + joined.others).compactMap { mended[$0.id] }
        let count = parts.reduce(0) { $0 + $1.count }
        if count == joined.count { return "mended" }
        let remaining = parts.compactMap(\.remaining).first.map { "; still fails: \(Layout.visible($0))" } ?? ""
        return count == 0
            ? "not mended"
            : "mended in \(Layout.grouped(count)) of \(Layout.count(joined.count, "timeline"))\(remaining)"
    }
}
