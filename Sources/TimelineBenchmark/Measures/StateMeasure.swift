/// One state out of a long recording, process start included.
struct StateMeasure: Measure {
    static let name = "state"
    static let abstract = "the state at 90 % of a recording, beside finding that step with DuckDB and jq"

    func findings(_ context: BenchmarkContext) throws -> [Finding] {
        var all: [Finding] = []
        var sizes: [(size: String, finding: Finding)] = []
        for steps in context.scale.steps {
            let size = "\(Amount.count(steps)) steps"
            let path = try context.recordings.path(steps: steps, stateBytes: 1000)
            let place = "\(steps * 9 / 10)"
            let hasGoal = steps == 1_000_000
            var peers: [Comparison.Peer] = []
            if let python = context.comparedTools.pythonWithDuckDB {
                let script = try context.script(ComparedTools.duckdbScript, named: "state.py")
                peers.append(
                    .init(name: "DuckDB, its query alone", goal: hasGoal ? 1.0 / 20 : nil) {
                        let output = try context.command([python, script, path, place]).run().output
                        guard let seconds = Double(output.filter { !$0.isWhitespace }) else {
                            throw BenchmarkError(description: "unexpected output of DuckDB: \(output)")
                        }
                        return seconds
                    })
            } else {
                all.append(.missing(Self.name, size: size, peer: "DuckDB"))
            }
            if let jq = context.comparedTools.jq, steps <= 1_000_000 {
                peers.append(
                    .init(name: "jq", goal: hasGoal ? 1.0 / 200 : nil) {
                        try context.command([jq, "-c", "select(.seq == \(place) and .action)", path]).run().seconds
                    })
            } else if context.comparedTools.jq == nil {
                all.append(.missing(Self.name, size: size, peer: "jq"))
            }
            let found = try Comparison(
                measure: Self.name, size: size,
                ours: { try context.command([context.tool, "state", path, place]).run().seconds }, peers: peers
            ).findings(rounds: context.rounds)
            all += found
            sizes.append((size, found[0]))
        }
        return all + context.growth(Self.name, sizes) { $0.hasPrefix("10 million") ? 1.3 : nil }
    }
}
