/// Reducing a whole recording again, beside Node.js.
struct ReplayMeasure: Measure {
    static let name = "replay"
    static let abstract = "a whole recording reduced again, beside Node.js and wc"

    func findings(_ bench: Bench) throws -> [Finding] {
        var all: [Finding] = []
        for steps in bench.extent.steps.prefix(3) {
            for bytes in bench.extent.stateBytes.prefix(2) {
                let size = "\(Amount.count(steps)) steps, state \(Amount.bytes(bytes))"
                let path = try bench.recordings.path(steps: steps, stateBytes: bytes)
                var peers: [(contender: Contender, goal: Contest.Goal)] = []
                if let node = bench.peers.node {
                    let script = try bench.script(NodeReplay.script, named: "replay.js")
                    try requireSameState(bench, path, steps: steps, node: [node, script, path])
                    peers.append(
                        (
                            Contender(name: "Node.js") { try bench.command([node, script, path]).run().seconds },
                            .speed(atLeast: steps >= 100_000 ? 2 : nil)
                        ))
                } else {
                    all.append(bench.missing(Self.name, size: size, peer: "Node.js"))
                }
                if let wc = bench.peers.wc {
                    peers.append(
                        (
                            Contender(name: "wc -l") { try bench.command([wc, "-l", path]).run().seconds },
                            .speed(atLeast: nil)
                        ))
                }
                all += try Contest(
                    measure: Self.name, size: size,
                    ours: Contender(name: "timeline replay --verify") {
                        try bench.command([bench.tool, "replay", path, "--verify"]).run().seconds
                    }, peers: peers
                ).findings(rounds: bench.rounds)
            }
        }
        return all
    }

    /// Both sides must reach the same state for the comparison to be valid.
    private func requireSameState(_ bench: Bench, _ path: String, steps: Int, node: [String]) throws {
        guard let jq = bench.peers.jq else { return }
        func sorted(_ arguments: [String], _ name: String) throws -> String {
            let text = try bench.command(arguments).run().output
            return try bench.command([jq, "-cS", ".", bench.script(text, named: name)]).run().output
        }
        let ours = try sorted([bench.tool, "state", path, "end", "--json"], "ours.json")
        let theirs = try sorted(node, "theirs.json")
        guard ours == theirs else {
            throw BenchmarkError(description: "Node.js and timeline reach different states of \(path)")
        }
    }
}
