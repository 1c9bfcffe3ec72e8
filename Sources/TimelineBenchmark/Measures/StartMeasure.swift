/// The start of the tool, beside jq.
struct StartMeasure: Measure {
    static let name = "start"
    static let abstract = "the start of the tool, beside that of jq"

    func findings(_ context: BenchmarkContext) throws -> [Finding] {
        let path = try context.recordings.path(steps: 1000, stateBytes: 1000)
        guard let jq = context.comparedTools.jq else { return [.missing(Self.name, size: "--version", peer: "jq")] }
        let comparisons = [
            ("--version", ["--version"], ["--version"]),
            ("a state of 1,000 steps", ["state", path, "900"], ["-c", "select(.seq == 900 and .action)", path]),
        ]
        return try comparisons.flatMap { size, own, theirs in
            try Comparison(
                measure: Self.name, size: size, ours: { try run(context, [context.tool] + own) },
                peers: [.init(name: "jq") { try run(context, [jq] + theirs) }]
            ).findings(rounds: context.rounds)
        }
    }

    /// A start is short, so one reading is the mean of ten.
    private func run(_ context: BenchmarkContext, _ arguments: [String]) throws -> Double {
        try (1...10).map { _ in try context.command(arguments).run().seconds }.reduce(0, +) / 10
    }
}
