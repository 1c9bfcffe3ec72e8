import Testing
import TimelineKit
import TimelineLab
import TimelineTestSupport

/// What `explore`, `triage` and `minimize` say of the recordings of a program, judged by its simulation.
struct LabScore {
    /// A part and its whole, which add up over programs.
    struct Cell {
        var part = 0
        var whole = 0
    }

    /// How long a search is.
    struct Size {
        /// A search for each of these seeds.
        var seeds: [UInt64]
        var limit: [String]
        /// Recordings that end in a bug, for each bug.
        var crashes: Int
        /// Whether a program that knows its controls is explored, too.
        var isControlledToo: Bool
    }

    enum Column: String, CaseIterable {
        case free = "possible"
        case conditional
        case synthetic
        case duplicates
        case bugs
        case anyBugs = "bugs, any run"
        case possible = "possible "
        case controlledConditional = "conditional "
        case controlledSynthetic = "synthetic "
        case controlledDuplicates = "duplicates "
        case controlledBugs = "bugs "
        case triageOther = "triage: other bug"
        case triageF = "F"
        case mergedOther = "merged: other bug"
        case mergedF = "merged F"
        case minimizePossible = "minimize: can happen"
        case minimizeOther = "other bug"
    }

    private(set) var cells: [Column: Cell] = [:]

    private let lab: Lab
    private let sandbox: Sandbox
    private let size: Size
    /// The bug that each recording ends in, by path.
    private var crashes: [String: LabBug] = [:]

    init(_ lab: Lab, _ size: Size) throws {
        (self.lab, self.size) = (lab, size)
        sandbox = Sandbox(["good/note": "", "crash/note": ""])
        for number in 0..<12 {
            let path = "\(sandbox.folder)/good/\(number).jsonl"
            lab.record(seed: UInt64(1_000 + number), steps: 50 + number * 61 % 250, to: path)
        }
        for bug in [LabBug.r1, .r2] {
            for number in 0..<size.crashes {
                let name = "crash/\(bug)-\(number).jsonl"
                let isRecorded = lab.recordCrash(
                    showing: bug, seed: UInt64(number * 31 + (bug == .r1 ? 1 : 2)), steps: number * 20,
                    to: "\(sandbox.folder)/\(name)")
                #expect(isRecorded, "\(lab) \(bug)")
                crashes[name] = bug
            }
        }
        try explore(controlled: false)
        if size.isControlledToo { try explore(controlled: true) }
        try triage(merged: false)
        try triage(merged: true)
        for (file, bug) in crashes { try minimize(file, bug) }
    }

    /// The actions of a timeline, each as its line has it.
    static func actions(of text: String) throws -> [String] {
        try text.split(separator: "\n").compactMap { try JSON(parsing: String($0)).object?["action"]?.description }
    }

    private mutating func add(_ column: Column, _ part: Int, of whole: Int) {
        cells[column, default: Cell()].part += part
        cells[column, default: Cell()].whole += whole
    }

    private mutating func add(_ column: Column, _ isPart: Bool) { add(column, isPart ? 1 : 0, of: 1) }

    private func run(_ arguments: [String], _ environment: [String: String] = [:]) throws -> String {
        let run = try sandbox.run(arguments, with: "\(lab)-timeline", environment: environment, timeout: .seconds(600))
        #expect(run.status <= 2, "\(run)")
        return run.output
    }

    // MARK: - Explore

    private mutating func explore(controlled: Bool) throws {
        var real: Set<LabBug> = []
        var any: Set<LabBug> = []
        for seed in size.seeds {
            let output = try run(
                ["explore", "good", "--json", "--seed", "\(seed)"] + size.limit,
                controlled ? ["LAB_POSSIBLE": "1"] : [:])
            var told: Set<LabBug> = []
            for finding in try JSON(parsing: output).object?["findings"]?.array ?? [] {
                let rule = finding.object?["rule"]?.object
                let steps = finding.object?["steps"]?.array?.compactMap { $0.object?["action"]?.description } ?? []
                let verdict = try judge(steps, rule)
                let label = finding.object?["label"]?.string ?? ""
                let columns: [String: Column] =
                    controlled
                    ? ["possible": .possible, "conditional": .controlledConditional, "synthetic": .controlledSynthetic]
                    : ["possible": .free, "conditional": .conditional, "synthetic": .synthetic]
                add(try #require(columns[label]), verdict.isPossible)
                if verdict.isPossible, label != "synthetic" { real.formUnion(verdict.bugs) }
                any.formUnion(verdict.bugs)
                let isKnown = verdict.bugs.first.map { !told.insert($0).inserted } ?? false
                add(controlled ? .controlledDuplicates : .duplicates, isKnown)
            }
        }
        add(controlled ? .controlledBugs : .bugs, real.count { $0.isReachable }, of: 2)
        if !controlled { add(.anyBugs, any.count { $0.isReachable }, of: 2) }
    }

    private func judge(_ actions: [String], _ rule: JSONObject?) throws -> LabVerdict {
        try lab.judge(actions) { broken in
            switch broken {
            case .trap: rule?["signal"] != nil
            // One invariant stands for all where they are merged.
            case .invariant(let name): rule?["invariant"] == .string(name) || rule?["invariant"] == Self.merged
            }
        }
    }

    private static let merged: JSON = "the state is consistent"

    // MARK: - Triage

    private mutating func triage(merged: Bool) throws {
        let environment = merged ? ["LAB_MERGED": "1"] : [:]
        let lines = try run(["triage", "crash", "--json", "--seconds", "60"], environment)
        var bugs: [String: LabBug] = [:]
        for line in try lines.split(separator: "\n").map({ try JSON(parsing: String($0)).object }) {
            guard let line, let file = line["file"]?.string, let bug = crashes[file] else {
                Issue.record("a line of triage names no recording: \(line as Any)")
                continue
            }
            bugs[line["sessions"]?.array?.first?.description ?? ""] = bug
            let steps = line["case"]?.array?.compactMap { $0.object?["action"]?.description } ?? []
            let verdict = try judge(steps, line["rule"]?.object)
            add(merged ? .mergedOther : .triageOther, !verdict.bugs.contains(bug))
        }
        try sandbox.write(lines, to: "lines.jsonl")
        let groups = try run(["triage", "--merge", "lines.jsonl", "--json"], environment)
        var groupOfSession: [String: String] = [:]
        for group in try groups.split(separator: "\n").map({ try JSON(parsing: String($0)).object }) {
            for session in group?["sessions"]?.array ?? [] {
                groupOfSession[session.description] = group?["bug"]?.description ?? ""
            }
        }
        let sessions = bugs.keys.sorted()
        // F is twice the right pairs, of all pairs that the groups and the bugs make.
        for (index, one) in sessions.enumerated() {
            for other in sessions[(index + 1)...] {
                let isGrouped = groupOfSession[one] == groupOfSession[other]
                let isSame = bugs[one] == bugs[other]
                let whole = (isGrouped ? 1 : 0) + (isSame ? 1 : 0)
                add(merged ? .mergedF : .triageF, isGrouped && isSame ? 2 : 0, of: whole)
            }
        }
    }

    // MARK: - Minimize

    private mutating func minimize(_ file: String, _ bug: LabBug) throws {
        let recorded = try lab.judge(try Self.actions(of: try sandbox.read(file)))
        var arguments = ["minimize", file, "-o", "-", "--crash"]
        if case .invariant(let name) = recorded.broken {
            arguments = Array(arguments.dropLast()) + ["--invariant", name]
        }
        let verdict = try lab.judge(try Self.actions(of: try run(arguments))) { $0.isTrap || $0 == recorded.broken }
        add(.minimizePossible, verdict.isPossible)
        add(.minimizeOther, !verdict.bugs.contains(bug))
    }

    // MARK: - Table

    /// A Markdown table of programs, with a row of sums.
    static func table(_ scores: [(name: String, score: LabScore)]) -> String {
        func row(_ name: String, _ cells: [Column: Cell]) -> String {
            let texts = Column.allCases.map { column in
                let cell = cells[column] ?? Cell()
                if column != .triageF, column != .mergedF { return "\(cell.part)/\(cell.whole)" }
                let hundredths = 100 * cell.part / max(1, cell.whole)
                return "\(hundredths / 100).\(hundredths % 100 / 10)\(hundredths % 10)"
            }
            return "| \(([name] + texts).joined(separator: " | ")) |"
        }
        var sums: [Column: Cell] = [:]
        for (column, cell) in scores.flatMap(\.score.cells) {
            sums[column, default: Cell()].part += cell.part
            sums[column, default: Cell()].whole += cell.whole
        }
        let heads = Column.allCases.map(\.rawValue)
        return
            ([
                "| \((["program"] + heads).joined(separator: " | ")) |",
                "| \(([heads[0]] + heads).map { _ in "---" }.joined(separator: " | ")) |",
            ] + scores.map { row($0.name, $0.score.cells) } + [row("all", sums)]).joined(separator: "\n")
    }
}
