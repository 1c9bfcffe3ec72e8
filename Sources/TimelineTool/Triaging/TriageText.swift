internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// The groups of many timelines, the largest first.
enum TriageText {
    static func text(_ joined: [TriageGroups.Joined], mended: TriageComparison?, options: [String]) -> String {
        let bugs = joined.filter(\.group.id.answer.isBug)
        let total = joined.map(\.count).countSum
        let failed = bugs.map(\.count).countSum
        let unknown = joined.filter { $0.group.id.answer == .unknown }
        let missed = unknown.map(\.count).countSum
        var parts: [[String]] = []
        if !bugs.isEmpty {
            let count =
                "\(Layout.count(bugs.count, "bug")) in \(Layout.grouped(failed)) of \(Layout.count(total, "timeline"))"
            parts = [[count]] + bugs.map { lines($0, mended, options) }
        } else if total > missed {
            parts = [["No bug in \(Layout.count(total - missed, "timeline"))"]]
        }
        if let first = unknown.first?.group {
            let reason = first.reason.map { ": \(Layout.visible($0))" } ?? ""
            parts.append([
                "Can't tell of \(Layout.count(missed, "timeline")), such as \(Layout.visible(first.file))\(reason)"
            ])
        }
        return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private static func lines(
        _ bug: TriageGroups.Joined, _ mended: TriageComparison?, _ options: [String]
    ) -> [String] {
        let group = bug.whole
        var lines = ["\(Layout.grouped(bug.count)) × \(Layout.visible(bug.group.id.answer.text))"]
        func line(_ name: String, _ text: String) { lines.append("  \(Layout.padded(name, to: 9)) \(text)") }
        if let key = bug.group.id.key {
            line("shortest", key.map { Layout.visible($0) }.joined(separator: " → "))
        } else if !bug.group.id.culprit.isEmpty {
            line("last", Layout.visible(bug.group.id.culprit))
        }
        for other in bug.others {
            line(
                "also",
                "\(Layout.grouped(other.count)) × \((other.id.key ?? []).map { Layout.visible($0) }.joined(separator: " → "))"
            )
        }
        line("sessions", "\(group.sessions.isExact ? "" : "about ")\(Layout.grouped(group.sessions.value))")
        line("versions", versions(group))
        if group.steps.upperBound > 0 { line("steps", Layout.span(group.steps)) }
        if let reason = group.reason { line("note", Layout.visible(reason)) }
        if let mended { line("against", mended.text(of: bug)) }
        // A file of another group may break another rule.
        if group.id.key != nil { line("test", command(bug.group, options)) }
        return lines
    }

    private static func versions(_ group: TriageGroup) -> String {
        let (first, last) = (group.first, group.last)
        let versions = first.version == last.version ? first.version : "\(first.version) to \(last.version)"
        let (from, to) = (day(first.started), day(last.started))
        return Layout.visible("\(versions), \(from == to ? from : "\(from) to \(to)")")
    }

    private static func day(_ started: String) -> String { String(started.prefix { $0 != "T" }) }

    /// - Parameter options: The `--program` of the command line.
    private static func command(_ group: TriageGroup, _ options: [String]) -> String {
        let rule = group.id.rule?.testArguments ?? []
        return (["timeline", "test", group.file] + rule + options).map { Layout.argument($0) }.joined(separator: " ")
    }
}

enum TriageTests {
    /// - Parameter program: nil where no group has a shortest run.
    static func write(
        _ bugs: [TriageGroups.Joined], of program: (any Program)?, to folder: String, replacing force: Bool
    ) throws {
        var names: Set<String> = []
        for bug in bugs where !bug.group.shortest.isEmpty {
            guard let program else { break }
            let name = name(bug.group, &names)
            let source = try source(program, bug, name)
            try ProductFile.write(Array(source.text.utf8), to: "\(folder)/\(name).swift", replacing: force)
        }
        StandardOutput.print("\n\(Layout.visible(folder)): \(Layout.count(names.count, "test"))")
    }

    private static func name(_ group: TriageGroup, _ names: inout Set<String>) -> String {
        let stem =
            switch group.id.rule {
            case .invariant(let name): name
            case .condition, .change: "condition"
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

    private static func source<P: Program>(
        _ program: P, _ bug: TriageGroups.Joined, _ name: String
    ) throws -> TestSource {
        let type = String(reflecting: P.self)
        guard TestSource.isNameable(type) else {
            throw ToolError(.negative, "a test cannot use the type \(type) of the program: it is private")
        }
        let group = bug.group
        let journal = try Journal(bytes: group.shortest)
        let run = try TrialRun(program, journal, through: journal.last)
        return try TestSource(
            program, name: name,
            origin:
                "\(Layout.count(run.steps.count, "step")) of \(Layout.count(bug.count, "timeline")), by `timeline triage`.",
            run, run.steps, group.id.rule.map { .keeps($0) } ?? .values([], areRecorded: false))
    }
}

/// A copy of this process for each timeline, of which a few run at once. This process starts no thread.
struct TriagePool<P: Program> {
    let triage: TimelineTriage<P>
    let programName: String
    let seconds: Int

    /// In the order of the inputs.
    func run(_ inputs: inout VerificationInputs, report: (TriageGroup, TimelinePlace?) throws -> Void) throws {
        var running: [(place: TimelinePlace, copy: ForkedProcess)] = []
        func reportFirst(leaving count: Int) throws {
            while running.count > count {
                let (place, copy) = running.removeFirst()
                try report(try group(of: place, copy.result(reading: running.map(\.copy))), place)
            }
        }
        while let input = try inputs.take() {
            switch input {
            case .place(let place): running.append((place, try start(place, isForked: false)))
            case .error(let path, let error):
                try reportFirst(leaving: 0)
                try report(Self.unknown(path, Self.reason(error)), nil)
            }
            try reportFirst(leaving: 2 * SystemInfo.processorCount - 1)
        }
        try reportFirst(leaving: 0)
    }

    private func start(_ place: TimelinePlace, isForked: Bool) throws -> ForkedProcess {
        // Reading may take as long as the search.
        try ForkedProcess(endingAfterSeconds: 2 * seconds + 5) {
            // Copies that this one starts have the rule of their own.
            if !isForked { CurrentProcess.forbidChildren(isLast: true) }
            return JSON.object(group(of: place, isForked: isForked).json).text
        }
    }

    /// Where the copy ended before its answer, another one tries each part of the run in a copy of its own.
    private func group(
        of place: TimelinePlace, _ result: (bytes: [UInt8], ending: ChildProcess.Ending)
    ) throws -> TriageGroup {
        var (bytes, ending) = result
        if let group = Self.group(bytes) { return group }
        if ending != .signaled(Signal.alarm.rawValue) {
            (bytes, ending) = try start(place, isForked: true).result()
            if let group = Self.group(bytes) { return group }
        }
        let isLate = ending == .signaled(Signal.alarm.rawValue)
        return Self.unknown(
            place.name, isLate ? "it took too long to read and replay" : "the process that replays it \(ending.text)")
    }

    private static func group(_ bytes: [UInt8]) -> TriageGroup? {
        (try? JSON(parsing: bytes))?.object.flatMap { try? TriageGroup($0) }
    }

    private func group(of place: TimelinePlace, isForked: Bool) -> TriageGroup {
        do {
            let (journal, salvage) = try place.open(unpacker: try GzipUnpacker())
            guard journal.header.program == programName else {
                return Self.unknown(
                    place.name, "it was recorded by the program \"\(journal.header.program)\"", journal.header)
            }
            do {
                let group = try triage.group(of: journal, at: place.name, isForked: isForked)
                // What is lost may hold a bug.
                guard group.id.answer == .nothing, let salvage, let first = salvage.damage.first else { return group }
                throw JournalError.damaged(first: first, count: salvage.damageCount)
            } catch { return Self.unknown(place.name, Self.reason(error), journal.header) }
        } catch { return Self.unknown(place.name, Self.reason(error)) }
    }

    /// Without what to do.
    private static func reason(_ error: any Error) -> String { String(ToolError(error).message.prefix { $0 != "\n" }) }

    private static func unknown(_ file: String, _ reason: String, _ header: Header? = nil) -> TriageGroup {
        TriageGroup(
            .init(program: header?.program ?? "", .unknown, key: nil, culprit: ""),
            session: header?.session ?? file,
            .init(started: header?.started ?? "", version: header?.version ?? ""), steps: 0, file: file, reason: reason)
    }
}
