/// The start of the tool, beside jq.
struct StartMeasure: Measure {
    static let name = "start"
    static let abstract = "the start of the tool, beside that of jq"

    func findings(_ bench: Bench) throws -> [Finding] {
        let path = try bench.recordings.path(steps: 1000, stateBytes: 1000)
        guard let jq = bench.peers.jq else { return [bench.missing(Self.name, size: "--version", peer: "jq")] }
        let contests = [
            ("--version", ["--version"], ["--version"]),
            ("a state of 1,000 steps", ["state", path, "900"], ["-c", "select(.seq == 900 and .action)", path]),
        ]
        return try contests.flatMap { size, own, theirs in
            try Contest(
                measure: Self.name, size: size,
                ours: Contender(name: "timeline") { try run(bench, [bench.tool] + own) },
                peers: [(Contender(name: "jq") { try run(bench, [jq] + theirs) }, .cost(atMost: nil))]
            ).findings(rounds: bench.rounds)
        }
    }

    /// A start is short, so one reading is the mean of ten.
    private func run(_ bench: Bench, _ arguments: [String]) throws -> Double {
        try (1...10).map { _ in try bench.command(arguments).run().seconds }.reduce(0, +) / 10
    }
}
