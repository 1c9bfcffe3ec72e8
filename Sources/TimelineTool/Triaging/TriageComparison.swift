internal import TimelineDebugger
internal import TimelineKit

/// What another executable makes of the same timelines.
struct TriageComparison {
    /// Of one timeline. The path of a timeline among others in a folder is that of its first segment.
    typealias Finding = (group: TriageGroup, path: String)

    /// Of each group, how many timelines no longer fail for its rule, and a file that still does.
    private(set) var mended: [TriageGroup.ID: (count: Int, remaining: String?)] = [:]

    init(_ executable: String, rules: [String], _ findings: [Finding]) throws {
        let command = try ProgramSearch.executable(against: executable)
        let bugs = findings.filter(\.group.id.answer.isBug)
        guard !bugs.isEmpty else { return }
        let paths = bugs.flatMap { Array($0.path.utf8) + [UInt8(ascii: "\n")] }
        var answers: [String: TriageGroup] = [:]
        let process = try ProgramProcess(
            [command, "triage", "--json", "--files-from", "-"] + rules, environment: [:], input: paths
        ) { line in
            // The program may print lines of its own.
            guard let object = (try? JSON(parsing: line))?.object, let group = try? TriageGroup(object) else { return }
            answers[group.file] = group
        }
        let ending = try process.end().ending
        for (bug, path) in bugs {
            guard let group = answers[path] else {
                throw ToolError(
                    .cannotTell, "--against \(executable): it \(ending.text), without an answer for \(bug.file)")
            }
            // A bug that ends the run earlier says nothing about this one.
            let isLater = group.steps.lowerBound > bug.steps.lowerBound
            let isMended =
                group.id.answer == .nothing
                || group.id.answer.isBug && group.id.answer != bug.id.answer && isLater
            var (count, remaining) = mended[bug.id] ?? (0, nil)
            if isMended { count += 1 } else { remaining = remaining ?? bug.file }
            mended[bug.id] = (count, remaining)
        }
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
