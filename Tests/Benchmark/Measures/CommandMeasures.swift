internal import Foundation
internal import TimelineKit

/// Commands of the tool on long recordings, process start included.
enum CommandMeasures {
    static func start(_ context: BenchmarkContext) throws -> [Measure] {
        let path = try context.recordings.path(steps: 1000, stateBytes: 1000)
        let comparisons = [
            ("--version", ["--version"], ["--version"]),
            ("a state of 1,000 steps", ["state", path, "900"], ["-c", "select(.seq == 900 and .action)", path]),
        ]
        // A start is short, so one reading is the mean of ten.
        func run(_ arguments: [String]) throws -> Double {
            try (1...10).reduce(0) { sum, _ in try sum + context.run(arguments).seconds } / 10
        }
        let jq = Command.find("jq")
        return comparisons.map { size, ours, theirs in
            Measure("start", size, peers: [Measure.Peer("jq", run: jq.map { jq in { try run([jq] + theirs) } })]) {
                try run([context.tool] + ours)
            }
        }
    }

    static func state(_ context: BenchmarkContext) throws -> [Measure] {
        try context.scale.steps.map { steps in
            let path = try context.recordings.path(steps: steps, stateBytes: 1000)
            let seq = "\(steps * 9 / 10)"
            let hasGoal = steps == 1_000_000
            var peers = [
                try context.duckDB(
                    where: "seq = \(seq) and action is not null", in: path, goal: hasGoal ? 1.0 / 20 : nil)
            ]
            if steps <= 1_000_000 {
                let filter = "select(.seq == \(seq) and .action)"
                peers.append(context.peer("jq", "jq", "-c", filter, path, goal: hasGoal ? 1.0 / 200 : nil))
            }
            let growth = Measure.Growth(goal: steps == 10_000_000 ? 1.3 : nil)
            return Measure("state", "\(Amount.count(steps)) steps", peers: peers, growth: growth) {
                try context.seconds("state", path, seq)
            }
        }
    }

    static func bisect(_ context: BenchmarkContext) throws -> [Measure] {
        try context.scale.steps.dropFirst().prefix(2).flatMap { steps in
            let size = "\(Amount.count(steps)) steps"
            let path = try context.recordings.path(steps: steps, stateBytes: 1000)
            let isLong = steps >= 1_000_000
            let (bad, impossible) = (EpisodesSession.badCondition, EpisodesSession.impossibleCondition)
            return [
                Measure("bisect, probes", size, unit: "probes", goal: isLong ? 22 : nil) {
                    let answer = try context.run([context.tool, "bisect", path, "--bad", bad, "--json"])
                    let members = try JSON(parsing: answer.output).object
                    let expected = EpisodesSession(count: steps, stateBytes: 1000).badStep
                    guard members?["bad"]?.object?["seq"]?.int == expected, let probes = members?["probes"]?.int else {
                        throw BenchmarkError(description: "bisect did not find step \(expected): \(answer.output)")
                    }
                    return Double(probes)
                },
                Measure("bisect", size, peers: [context.replay(of: path, goal: isLong ? 1.0 / 20 : nil)]) {
                    try context.seconds("bisect", path, "--bad", bad)
                },
                // No state is bad, so all are judged.
                Measure("bisect --first", size, peers: [context.replay(of: path, goal: isLong ? 1.5 : nil)]) {
                    try context.seconds("bisect", path, "--bad", impossible, "--first", exitStatus: 1)
                },
            ]
        }
    }

    static func history(_ context: BenchmarkContext) throws -> [Measure] {
        // A path that a few steps change, and one that a third of the steps change.
        let (rare, frequent) = ("$.comments.unread", "$.list.search")
        let commands = [
            ["blame", rare], ["blame", frequent], ["when", EpisodesSession.badCondition], ["log", "--touching", rare],
            ["log", "--touching", frequent],
        ]
        return try context.scale.steps.dropFirst().prefix(2).flatMap { steps in
            let path = try context.recordings.path(steps: steps, stateBytes: 1000)
            let goal = steps >= 1_000_000 ? 1.5 : nil
            func measure(_ words: [String], _ peer: Measure.Peer) -> Measure {
                Measure("history, \(words.joined(separator: " "))", "\(Amount.count(steps)) steps", peers: [peer]) {
                    try context.run([context.tool, words[0], path] + words.dropFirst()).seconds
                }
            }
            let state = Measure.Peer("timeline state -5", goal: goal) { try context.seconds("state", path, "-5") }
            return commands.map { measure($0, context.replay(of: path, goal: goal)) }
                + [measure(["blame", frequent, "--at", "-5"], state)]
        }
    }

    static func minimize(_ context: BenchmarkContext) throws -> [Measure] {
        let steps = 10 * context.scale.steps[0]
        let path = try context.recordings.path(steps: steps, stateBytes: 1000)
        let values: [Measure.Value] = [.init("minimize"), .init("minimize, runs", unit: "runs")]
        return [
            Measure(values, "\(Amount.count(steps)) steps", peers: [context.replay(of: path, goal: nil)]) {
                let output = context.recordings.scratch("minimal.jsonl")
                let bad = EpisodesSession.badCondition
                let run = try context.run([
                    context.tool, "minimize", path, "--bad", bad, "--force", "-o", output, "--json",
                ])
                let answer = try JSON(parsing: run.output).object
                // A comment arrives, all count as read, and its episode is opened.
                guard answer?["steps"]?.int == 3, answer?["ended"]?.string == "minimal",
                    let probes = answer?["probes"]?.int
                else { throw BenchmarkError(description: "minimize did not find three steps: \(run.output)") }
                return [run.seconds, Double(probes)]
            }
        ]
    }

    // MARK: - Others

    static func commands(_ context: BenchmarkContext) throws -> [Measure] {
        let steps = context.scale.steps.last { $0 <= 1_000_000 } ?? 0
        let path = try context.recordings.path(steps: steps, stateBytes: 1000)
        let size = "\(Amount.count(steps)) steps"
        let bytes = Double(try Recordings.bytes(of: path))
        let (copy, packed) = (context.recordings.scratch("copy.jsonl"), context.recordings.scratch("packed.jsonl.gz"))
        _ = try context.seconds("repair", path, "-o", packed, "--force")
        let search = [
            try context.duckDB(where: "action->>'$.searchChanged.text' = 'rick'", in: path, goal: 1),
            context.peer("ripgrep", "rg", #""searchChanged":\{"text":"rick"\}"#, path),
        ]
        let ours = [
            Measure("commands, info, speed", size, unit: "GB/s", goal: 1, isSpeed: true) {
                try bytes / 1e9 / context.seconds("info", path)
            },
            Measure("commands, info", size, peers: [context.peer("wc -l", "wc", "-l", path, goal: 5)]) {
                try context.seconds("info", path)
            },
            Measure("commands, log --where", size, peers: search) {
                try context.seconds("log", path, "--where", "$.searchChanged.text == 'rick'")
            },
            Measure(
                "commands, state of a .gz", size,
                peers: [context.peer("gzip --test", "gzip", "--test", packed, goal: 1.3)]
            ) { try context.seconds("state", packed, "-5") },
            Measure("commands, redact", size, unit: "MB/s", goal: 20, isSpeed: true) {
                let authors = [
                    "--path", "$.comments.all[*].author", "--action-path", "$.commentsArrived.comments[*].author",
                ]
                let redact = [context.tool, "redact", path, "-o", copy, "--force"] + authors
                return try bytes / 1e6 / context.run(redact).seconds
            },
            Measure("commands, repair", size, unit: "MB/s", goal: 100, isSpeed: true) {
                try bytes / 1e6 / context.seconds("repair", path, "-o", copy, "--force")
            },
        ]
        return try ours + lastSteps(context) + context.scale.stateBytes.map { differences($0, context) }
            + context.scale.stateBytes.prefix(2).map { try shownStep($0, context) }
    }

    private static func lastSteps(_ context: BenchmarkContext) throws -> [Measure] {
        try context.scale.steps.suffix(2).flatMap { steps in
            let path = try context.recordings.path(steps: steps, stateBytes: 1000)
            let copy = context.recordings.scratch("bundle.jsonl")
            let commands = [
                ("bundle --last 5", ["bundle", path, "--last", "5", "-o", copy, "--force"]),
                ("log --from -5", ["log", path, "--from", "-5"]),
                ("replay --from -5", ["replay", path, "--from", "-5", "--no-wait"]),
            ]
            return commands.map { name, arguments in
                Measure("commands, \(name)", "\(Amount.count(steps)) steps", goal: 0.05) {
                    try context.run([context.tool] + arguments).seconds
                }
            }
        }
    }

    /// Two states in which every element differs.
    private static func differences(_ bytes: Int, _ context: BenchmarkContext) -> Measure {
        func state(_ title: String) -> String {
            let elements = (0..<max(1, bytes / 100)).map { number in
                #"{"id":\#(number),"number":\#(number),"show":"Rick's Diner","title":"\#(title) \#(number)","#
                    + #""year":20\#(title.count)}"#
            }
            return "[\(elements.joined(separator: ","))]"
        }
        let goal = bytes == 10_000_000 ? 2.0 : nil
        return Measure("commands, diff", "states of \(Amount.bytes(bytes))", goal: goal) {
            let path = try context.file(
                "lists.jsonl",
                """
                {"timeline":1,"session":"s","program":"lists","version":"1","started":"2026-11-21T04:31:05Z","segment":1,"platform":{}}
                {"seq":0,"at":0.000000,"state":\(state("Part"))}
                {"seq":1,"at":0.100000,"set":\(state("Episode")),"by":"outside"}

                """)
            return try context.seconds("diff", path, "0", "1")
        }
    }

    /// The time to show a step, beyond the time to reduce it.
    private static func shownStep(_ bytes: Int, _ context: BenchmarkContext) throws -> Measure {
        let steps = min(10_000, context.scale.steps.last ?? 0)
        let path = try context.recordings.path(steps: steps, stateBytes: bytes)
        return Measure("commands, a step of replay --no-wait", "state \(Amount.bytes(bytes))") {
            let shown = try context.seconds("replay", path, "--no-wait")
            return max(0, shown - (try context.seconds("replay", path, "--verify"))) / Double(steps)
        }
    }
}
