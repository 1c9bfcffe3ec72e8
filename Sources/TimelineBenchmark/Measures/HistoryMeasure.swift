/// The history of a value and of a condition, beside one full replay.
struct HistoryMeasure: Measure {
    static let name = "history"
    static let abstract = "blame, when and log --touching beside one full replay; blame --at beside state"

    /// A path that a few steps change, and one that a third of the steps change.
    private static let rare = "$.comments.unread"
    private static let frequent = "$.list.search"

    func findings(_ context: BenchmarkContext) throws -> [Finding] {
        var all: [Finding] = []
        for steps in context.scale.steps.dropFirst().prefix(2) {
            let size = "\(Amount.count(steps)) steps"
            let path = try context.recordings.path(steps: steps, stateBytes: 1000)
            let isLong = steps >= 1_000_000
            func compare(_ arguments: [String], with peer: [String], goal: Double) throws {
                let peer = Comparison.Peer(name: "timeline \(peer[0]) \(peer[1])", goal: isLong ? goal : nil) {
                    try context.command([context.tool, peer[0], path, peer[1]]).run().seconds
                }
                let ours = [context.tool, arguments[0], path] + arguments.dropFirst()
                all += try Comparison(
                    measure: "\(Self.name), \(arguments.joined(separator: " "))", size: size,
                    ours: { try context.command(ours).run().seconds }, peers: [peer]
                ).findings(rounds: context.rounds)
            }
            let replay = ["replay", "--verify"]
            try compare(["blame", Self.rare], with: replay, goal: 1.5)
            try compare(["blame", Self.frequent], with: replay, goal: 1.5)
            try compare(["when", EpisodesSession.badCondition], with: replay, goal: 1.5)
            try compare(["log", "--touching", Self.rare], with: replay, goal: 1.5)
            try compare(["log", "--touching", Self.frequent], with: replay, goal: 1.5)
            try compare(["blame", Self.frequent, "--at", "-5"], with: ["state", "-5"], goal: 1.5)
        }
        return all
    }
}
