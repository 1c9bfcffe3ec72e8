internal import EpisodesCore
internal import Foundation
internal import TimelineTestPrograms
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// `explore` on programs with seeded faults.
enum ExploreMeasures {
    /// A fault, and how a search for it is started.
    private struct Fault {
        let name, program: String
        let corpus: [String]
        var environment: [String: String] = [:]
        var arguments: [String] = []
    }

    /// The seeds of the generated faults. Others than these were used when the search was tuned.
    private static let mutations = ProcessInfo.processInfo.environment["MUTATIONS"].flatMap(UInt64.init) ?? 20_261_126
    /// For each fault, where a full run of many hours is too long.
    private static let limit = ProcessInfo.processInfo.environment["EXPLORE_SECONDS"].flatMap(Int.init)

    static func explore(_ context: BenchmarkContext) throws -> [Measure] { try [speed(context)] + faults(context) }

    // MARK: - Seeded faults

    private static func faults(_ context: BenchmarkContext) throws -> [Measure] {
        let all = try [todo(context), shop(context), episodes(context)]
        let seconds = limit ?? (context.scale == .full ? 20 : context.scale == .quick ? 5 : 1)
        return zip(["to-do app", "shop", "example"], all).map { name, faults in
            let faults = context.scale == .smoke ? Array(faults.prefix(1)) : faults
            var seed = 0
            let goal = context.scale == .smoke ? nil : 95.0
            let value = Measure.Value("explore, found", unit: "%", goal: goal, isSpeed: true)
            return Measure([value], "\(name), \(faults.count) faults, \(seconds) s", mostRounds: 10) {
                seed += 1
                let missed = try faults.filter { try !isFound($0, seconds, seed, context) }.map(\.name)
                if !missed.isEmpty {
                    FileHandle.standardError.write(
                        Data("seed \(seed): missed \(missed.joined(separator: ", "))\n".utf8))
                }
                return [100 * Double(faults.count - missed.count) / Double(faults.count)]
            }
        }
    }

    private static func isFound(
        _ fault: Fault, _ seconds: Int, _ seed: Int, _ context: BenchmarkContext
    ) throws -> Bool {
        let tool = fault.program == "episodes" ? context.tool : try context.tool(of: fault.program)
        let environment = fault.environment.map { "\($0)=\($1)" }
        let limit = ["--json", "--seconds", "\(seconds)", "--seed", "\(seed)"]
        let command = ["env"] + environment + [tool, "explore"] + fault.corpus + fault.arguments + limit
        // A synthetic run is none that the app can do.
        let script = #""$@"; [ $? -le 2 ]"#
        return try context.run(["/bin/sh", "-c", script, "sh"] + command).output.contains(/"label":"[pc]/)
    }

    private static func files<P: Program>(
        _ program: P, _ sessions: [[(action: P.Action, cause: Int?)]], _ context: BenchmarkContext
    ) throws -> [String] {
        try sessions.enumerated().map { number, actions in
            let name = "\(program.name)-\(number)"
            return try context.file("\(name).jsonl", RecordedSession.text(of: program, session: name, actions))
        }
    }

    private static func mutated(_ name: String, _ corpus: [String]) -> [Fault] {
        (0..<8).map { number in
            let seed = mutations + UInt64(number)
            return Fault(
                name: "mutation \(seed)", program: "mutated-\(name)", corpus: corpus,
                environment: ["MUTATION": "\(seed)"])
        }
    }

    private static func todo(_ context: BenchmarkContext) throws -> [Fault] {
        let corpus = try files(TodoProgram(), RecordedSession.todo, context)
        let known = TodoProgram.Fault.allCases.map {
            Fault(name: $0.rawValue, program: "todo", corpus: corpus, environment: ["TODO_FAULT": $0.rawValue])
        }
        let other = try files(MutatedProgram(TodoProgram(), nil), RecordedSession.todo, context)
        return known + mutated("todo", other)
    }

    private static func shop(_ context: BenchmarkContext) throws -> [Fault] {
        let corpus = try files(ShopProgram(bugs: []), ShopSessions.all, context)
        let known = ShopProgram.Bug.allCases.map { bug in
            let others = ShopProgram.Bug.allCases.filter { $0 != bug }.map(\.rawValue).joined(separator: ",")
            return Fault(
                name: bug.rawValue, program: "shop", corpus: corpus, environment: ["SHOP_FIXED": others],
                arguments: bug == .failedPaymentGoesOn ? ["--bad", "$.isPaying == true && $.error"] : [])
        }
        let other = try files(MutatedProgram(ShopProgram(bugs: []), nil), ShopSessions.all, context)
        return known + mutated("shop", other)
    }

    private static func episodes(_ context: BenchmarkContext) throws -> [Fault] {
        let fixture = "\(BenchmarkContext.root)/Fixtures/unread-below-zero.jsonl"
        let other = "\(BenchmarkContext.root)/Fixtures/trap-while-filtered.jsonl"
        let corpus = try files(
            EpisodesProgram(), [harmless(fixture, 31, then: [32]), harmless(other, 36, then: [38, 37, 39])], context)
        let rules = ["unread is never negative", "selection is in the list", "an episode shows its own details"]
        let known = rules.map { Fault(name: $0, program: "episodes", corpus: corpus, arguments: ["--invariant", $0]) }
        let actions = try RecordedSession.actions(
            EpisodesAction.self, of: String(contentsOfFile: fixture, encoding: .utf8))
        return known + mutated("episodes", try files(MutatedProgram(EpisodesProgram(), nil), [actions], context))
    }

    /// The first steps of a recording, and then others, so that its bug does not show.
    private static func harmless(
        _ file: String, _ count: Int, then others: [Int]
    ) throws -> [(action: EpisodesAction, cause: Int?)] {
        let actions = try RecordedSession.actions(
            EpisodesAction.self, of: String(contentsOfFile: file, encoding: .utf8))
        return actions.prefix(count) + others.map { actions[$0 - 1] }
    }

    // MARK: - Speed

    private static func speed(_ context: BenchmarkContext) throws -> Measure {
        let program = CounterProgram(isFixed: true)
        let amounts = [5, 1, -3, 2, 7]
        let actions: [(action: CounterAction, cause: Int?)] = amounts.flatMap {
            [(.add(amount: $0), nil), (.increment, nil)] as [(action: CounterAction, cause: Int?)]
        }
        let text = try RecordedSession.text(of: program, session: "speed", actions + [(.reset, nil)])
        let journal = try Journal(bytes: Array(text.utf8))
        let corpus = try Corpus(program, try TrialRun(program, journal, through: journal.last).parts)
        let count = context.scale.actions * 5
        let loop = Measure.Peer("reducing in a loop") {
            var state = program.initialState
            return Stopwatch.seconds(each: count) {
                for index in 0..<count { program.reduce(&state, actions[index % actions.count].action) }
            }
        }
        let values = [
            Measure.Value("explore, a step"), .init("explore, steps", unit: "/s", goal: 200_000, isSpeed: true),
        ]
        return Measure(values, "counter, 2 invariants", peers: [loop]) {
            let explorer = try Explorer(corpus, .init(nil, program), .init(seed: 1, steps: count))
            let seconds = try Stopwatch.seconds(each: count) { try explorer.explore(isOver: { false }) { _ in nil } }
            return [seconds, 1 / seconds]
        }
    }
}
