internal import Foundation

/// Commands on long recordings: opening, the last steps, a search, copies and differences.
struct CommandsMeasure: Measure {
    static let name = "commands"
    static let abstract =
        "info beside wc, log --where beside DuckDB, the last steps, state of a .gz, redact, repair, diff, a shown step"

    func findings(_ context: BenchmarkContext) throws -> [Finding] {
        let length = context.scale.steps.last { $0 <= 1_000_000 } ?? 0
        let path = try context.recordings.path(steps: length, stateBytes: 1000)
        let size = "\(Amount.count(length)) steps"
        return try opening(context, path, size) + search(context, path, size) + lastSteps(context)
            + packed(context, path, size) + copies(context, path, size) + differences(context) + shownStep(context)
    }

    private func seconds(_ context: BenchmarkContext, _ arguments: String...) throws -> Double {
        try context.command([context.tool] + arguments).run().seconds
    }

    /// A finding without a peer: the median of the rounds.
    private func alone(
        _ context: BenchmarkContext, _ measure: String, _ size: String, goal: Double?, unit: String? = nil,
        isSpeed: Bool = false, _ body: () throws -> Double
    ) throws -> Finding {
        _ = try body()
        let readings = try (0..<context.rounds).map { _ in try body() }
        return Finding(
            measure: measure, size: size, ours: Spread(readings), isSpeed: isSpeed, goal: goal, unit: unit)
    }

    private func bytes(_ path: String) throws -> Double {
        let size = try FileManager.default.attributesOfItem(atPath: path)[.size]
        guard let size = size as? NSNumber else { throw BenchmarkError(description: "\(path) has no size") }
        return size.doubleValue
    }

    private func opening(_ context: BenchmarkContext, _ path: String, _ size: String) throws -> [Finding] {
        let bytes = try bytes(path)
        let speed = try alone(context, "\(Self.name), info, speed", size, goal: 1, unit: "GB/s", isSpeed: true) {
            try bytes / seconds(context, "info", path) / 1e9
        }
        guard let wc = context.comparedTools.wc else {
            return [speed, .missing("\(Self.name), info", size: size, peer: "wc -l")]
        }
        let peer = Comparison.Peer(name: "wc -l", goal: 5) { try context.command([wc, "-l", path]).run().seconds }
        return try [speed]
            + Comparison(
                measure: "\(Self.name), info", size: size, ours: { try seconds(context, "info", path) }, peers: [peer]
            )
            .findings(rounds: context.rounds)
    }

    private func search(_ context: BenchmarkContext, _ path: String, _ size: String) throws -> [Finding] {
        let expression = "$.searchChanged.text == 'rick'"
        var peers: [Comparison.Peer] = []
        var missing: [Finding] = []
        if let python = context.comparedTools.pythonWithDuckDB {
            let script = try context.script(ComparedTools.duckdbSearch, named: "search.py")
            peers.append(
                .init(name: "DuckDB, its query alone", goal: 1) {
                    let output = try context.command([python, script, path]).run().output
                    guard let seconds = Double(output.filter { !$0.isWhitespace }) else {
                        throw BenchmarkError(description: "unexpected output of DuckDB: \(output)")
                    }
                    return seconds
                })
        } else {
            missing.append(.missing("\(Self.name), log --where", size: size, peer: "DuckDB"))
        }
        if let ripgrep = Command.find("rg") {
            peers.append(
                .init(name: "ripgrep") {
                    try context.command([ripgrep, #""searchChanged":\{"text":"rick"\}"#, path]).run().seconds
                })
        } else {
            missing.append(.missing("\(Self.name), log --where", size: size, peer: "ripgrep"))
        }
        return try missing
            + Comparison(
                measure: "\(Self.name), log --where", size: size,
                ours: { try seconds(context, "log", path, "--where", expression) }, peers: peers
            ).findings(rounds: context.rounds)
    }

    /// The last steps of the longest recordings.
    private func lastSteps(_ context: BenchmarkContext) throws -> [Finding] {
        try context.scale.steps.suffix(2).flatMap { steps in
            let path = try context.recordings.path(steps: steps, stateBytes: 1000)
            let size = "\(Amount.count(steps)) steps"
            let copy = context.recordings.scratch("bundle.jsonl")
            let commands = [
                ("bundle --last 5", ["bundle", path, "--last", "5", "-o", copy, "--force"]),
                ("log --from -5", ["log", path, "--from", "-5"]),
                ("replay --from -5", ["replay", path, "--from", "-5", "--no-wait"]),
            ]
            return try commands.map { name, arguments in
                try alone(context, "\(Self.name), \(name)", size, goal: 0.05) {
                    try context.command([context.tool] + arguments).run().seconds
                }
            }
        }
    }

    /// A state near the end of a compressed recording.
    private func packed(_ context: BenchmarkContext, _ path: String, _ size: String) throws -> [Finding] {
        let measure = "\(Self.name), state of a .gz"
        guard let gzip = Command.find("gzip") else { return [.missing(measure, size: size, peer: "gzip --test")] }
        let copy = context.recordings.scratch("packed.jsonl.gz")
        _ = try seconds(context, "repair", path, "-o", copy, "--force")
        let peer = Comparison.Peer(name: "gzip --test", goal: 1.3) {
            try context.command([gzip, "--test", copy]).run().seconds
        }
        return try Comparison(
            measure: measure, size: size, ours: { try seconds(context, "state", copy, "-5") }, peers: [peer]
        ).findings(rounds: context.rounds)
    }

    private func copies(_ context: BenchmarkContext, _ path: String, _ size: String) throws -> [Finding] {
        let megabytes = try bytes(path) / 1e6
        let copy = context.recordings.scratch("copy.jsonl")
        let author = ["--path", "$.comments.all[*].author", "--action-path", "$.commentsArrived.comments[*].author"]
        let commands = [
            ("redact", ["redact", path, "-o", copy, "--force"] + author),
            ("repair", ["repair", path, "-o", copy, "--force"]),
        ]
        return try commands.map { name, arguments in
            try alone(context, "\(Self.name), \(name)", size, goal: 100, unit: "MB/s", isSpeed: true) {
                try megabytes / context.command([context.tool] + arguments).run().seconds
            }
        }
    }

    /// The text difference of two states in which every element differs.
    private func differences(_ context: BenchmarkContext) throws -> [Finding] {
        try context.scale.stateBytes.map { bytes in
            func state(_ title: String) -> String {
                let elements = (0..<max(1, bytes / 100)).map { number in
                    #"{"id":\#(number),"number":\#(number),"show":"Rick's Diner","title":"\#(title) \#(number)","#
                        + #""year":20\#(title.count)}"#
                }
                return "[\(elements.joined(separator: ","))]"
            }
            let text = """
                {"timeline":1,"session":"s","program":"lists","version":"1","started":"2026-11-21T04:31:05Z","segment":1,"platform":{}}
                {"seq":0,"at":0.000000,"state":\(state("Part"))}
                {"seq":1,"at":0.100000,"set":\(state("Episode")),"by":"outside"}

                """
            let path = try context.script(text, named: "lists.jsonl")
            return try alone(
                context, "\(Self.name), diff", "states of \(Amount.bytes(bytes))", goal: bytes == 10_000_000 ? 2 : nil
            ) {
                try seconds(context, "diff", path, "0", "1")
            }
        }
    }

    /// The time to show a step, beyond the time to reduce it.
    private func shownStep(_ context: BenchmarkContext) throws -> [Finding] {
        let steps = min(10_000, context.scale.steps.last ?? 0)
        return try context.scale.stateBytes.prefix(2).map { bytes in
            let path = try context.recordings.path(steps: steps, stateBytes: bytes)
            return try alone(
                context, "\(Self.name), a step of replay --no-wait", "state \(Amount.bytes(bytes))", goal: 10e-6
            ) {
                let shown = try seconds(context, "replay", path, "--no-wait")
                return max(0, shown - (try seconds(context, "replay", path, "--verify"))) / Double(steps)
            }
        }
    }
}
