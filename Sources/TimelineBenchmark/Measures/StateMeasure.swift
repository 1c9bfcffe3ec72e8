/// One state out of a long recording, process start included.
struct StateMeasure: Measure {
    static let name = "state"
    static let abstract = "the state at 90 % of a recording, beside finding that step with DuckDB and jq"

    func findings(_ bench: Bench) throws -> [Finding] {
        var all: [Finding] = []
        var sizes: [(size: String, finding: Finding)] = []
        for steps in bench.extent.steps {
            let size = "\(Amount.count(steps)) steps"
            let path = try bench.recordings.path(steps: steps, stateBytes: 1000)
            let place = "\(steps * 9 / 10)"
            let hasGoal = steps == 1_000_000
            var peers: [(contender: Contender, goal: Contest.Goal)] = []
            if let python = bench.peers.duckdb {
                let script = try bench.script(Peers.duckdbScript, named: "state.py")
                peers.append(
                    (
                        Contender(name: "DuckDB, its query alone") {
                            let output = try bench.command([python, script, path, place]).run().output
                            guard let seconds = Double(output.filter { !$0.isWhitespace }) else {
                                throw BenchmarkError(description: "unexpected output of DuckDB: \(output)")
                            }
                            return seconds
                        }, .cost(atMost: hasGoal ? 1.0 / 20 : nil)
                    ))
            } else {
                all.append(bench.missing(Self.name, size: size, peer: "DuckDB"))
            }
            if let jq = bench.peers.jq, steps <= 1_000_000 {
                peers.append(
                    (
                        Contender(name: "jq") {
                            try bench.command([jq, "-c", "select(.seq == \(place) and .action)", path]).run().seconds
                        }, .cost(atMost: hasGoal ? 1.0 / 200 : nil)
                    ))
            } else if bench.peers.jq == nil {
                all.append(bench.missing(Self.name, size: size, peer: "jq"))
            }
            let found = try Contest(
                measure: Self.name, size: size,
                ours: Contender(name: "timeline state") {
                    try bench.command([bench.tool, "state", path, place]).run().seconds
                }, peers: peers
            ).findings(rounds: bench.rounds)
            all += found
            sizes.append((size, found[0]))
        }
        return all + bench.growth(Self.name, sizes) { $0.hasPrefix("10 million") ? 1.3 : nil }
    }
}
