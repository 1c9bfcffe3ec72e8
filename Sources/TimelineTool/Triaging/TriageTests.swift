internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// Writes a Swift test of each group.
struct TriageTests {
    /// nil where no group has a shortest run.
    let program: (any Program)?

    func write(_ bugs: [TriageGroups.Joined], to folder: String, replacing force: Bool) throws {
        var names: Set<String> = []
        for bug in bugs where !bug.group.shortest.isEmpty {
            guard let program else { break }
            let name = name(bug.group, &names)
            let source = try source(program, bug, name)
            try ProductFile.write(Array(source.text.utf8), to: "\(folder)/\(name).swift", replacing: force)
        }
        StandardOutput.print("\n\(Layout.visible(folder)): \(Layout.count(names.count, "test"))")
    }

    private func name(_ group: TriageGroup, _ names: inout Set<String>) -> String {
        let stem =
            switch group.id.rule {
            case .invariant(let name): name
            case .condition: "condition"
            default: "crash in \(group.id.culprit)"
            }
        let base = TestSource.structure(forFile: stem.replacing("/", with: " ").replacing(".", with: " "))
        var name = base
        var number = 2
        while !names.insert(name).inserted {
            name = "\(base)\(number)"
            number += 1
        }
        return name
    }

    private func source<P: Program>(_ program: P, _ bug: TriageGroups.Joined, _ name: String) throws -> TestSource {
        let type = String(reflecting: P.self)
        guard TestSource.isNameable(type) else {
            throw ToolError(.negative, "a test cannot use the type \(type) of the program: it is private")
        }
        let group = bug.group
        let journal = try Journal(bytes: group.shortest)
        let run = try TrialRun(program, journal, through: journal.last)
        let first = try JSONCoding.decode(P.State.self, from: run.first.state)
        return TestSource(
            name: name, program: type,
            origin:
                "\(Layout.count(run.steps.count, "step")) of \(Layout.count(bug.count, "timeline")), by `timeline triage`.",
            start: first == program.initialState ? nil : run.first.state,
            entries: run.steps.map { TestSource.Entry(change: $0.step.change, values: $0.values) },
            expectation: group.id.rule.map { .keeps($0) } ?? .values([], areRecorded: false))
    }
}
