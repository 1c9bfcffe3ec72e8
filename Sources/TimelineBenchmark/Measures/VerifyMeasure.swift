/// Measures `timeline replay --verify` on recordings of increasing length: its peak memory, its time per step, and how that
/// time grows.
struct VerifyMeasure: Measure {
    static let name = "verify"
    static let abstract = "the memory and the time per step of replay --verify on long recordings"

    func findings(_ context: BenchmarkContext) throws -> [Finding] {
        var all: [Finding] = []
        var sizes: [(size: String, finding: Finding)] = []
        for steps in context.scale.steps.dropFirst() {
            let size = "\(Amount.count(steps)) steps"
            let path = try context.recordings.path(steps: steps, stateBytes: 1000)
            let isLong = steps >= 10_000_000
            let outcomes = try (0..<(isLong ? min(context.rounds, 3) : context.rounds)).map { _ in
                try context.command([context.tool, "replay", path, "--verify"]).run()
            }
            let time = Finding(
                measure: "\(Self.name), a step", size: size,
                ours: Spread(outcomes.map { $0.seconds / Double(steps) }))
            let memory = Finding(
                measure: "\(Self.name), memory", size: size,
                ours: Spread(outcomes.map { Double($0.peakBytes) / 1_000_000 }), goal: isLong ? 100 : nil, unit: "MB")
            all += [time, memory]
            sizes.append((size, time))
        }
        return all + context.growth(Self.name, sizes, goal: { $0.hasPrefix("10 million") ? 1.1 : nil })
    }
}
