/// Reducing a whole recording again, beside Node.js.
struct ReplayMeasure: Measure {
    static let name = "replay"
    static let abstract = "a whole recording reduced again, beside Node.js and wc"

    func findings(_ context: BenchmarkContext) throws -> [Finding] {
        var all: [Finding] = []
        for steps in context.scale.steps.prefix(3) {
            for bytes in context.scale.stateBytes.prefix(2) {
                let size = "\(Amount.count(steps)) steps, state \(Amount.bytes(bytes))"
                let path = try context.recordings.path(steps: steps, stateBytes: bytes)
                var peers: [Comparison.Peer] = []
                if let node = context.comparedTools.node {
                    let command = [node, try context.script(NodeReplay.script, named: "replay.js"), path]
                    try requireSameState(context, path, node: command)
                    peers.append(
                        .init(name: "Node.js", isSpeed: true, goal: steps >= 100_000 ? 2 : nil) {
                            try context.command(command).run().seconds
                        })
                } else {
                    all.append(.missing(Self.name, size: size, peer: "Node.js"))
                }
                if let wc = context.comparedTools.wc {
                    peers.append(
                        .init(name: "wc -l", isSpeed: true) { try context.command([wc, "-l", path]).run().seconds })
                }
                all += try Comparison(
                    measure: Self.name, size: size,
                    ours: { try context.command([context.tool, "replay", path, "--verify"]).run().seconds },
                    peers: peers
                ).findings(rounds: context.rounds)
            }
        }
        return all
    }

    /// Both sides must reach the same state for the comparison to be valid.
    private func requireSameState(_ context: BenchmarkContext, _ path: String, node: [String]) throws {
        guard let jq = context.comparedTools.jq else { return }
        func sorted(_ arguments: [String], _ name: String) throws -> String {
            let text = try context.command(arguments).run().output
            return try context.command([jq, "-cS", ".", context.script(text, named: name)]).run().output
        }
        let ours = try sorted([context.tool, "state", path, "end", "--json"], "ours.json")
        guard ours == (try sorted(node, "theirs.json")) else {
            throw BenchmarkError(description: "Node.js and timeline reach different states of \(path)")
        }
    }
}
