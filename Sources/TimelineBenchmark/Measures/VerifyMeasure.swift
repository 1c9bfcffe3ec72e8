/// Measures `timeline replay --verify` on recordings of increasing length: its peak memory, its time per step, and how that
/// time grows.
struct VerifyMeasure: Measure {
    static let name = "verify"
    static let abstract = "the memory and the time per step of replay --verify on long recordings"

    func findings(_ bench: Bench) throws -> [Finding] {
        var all: [Finding] = []
        var sizes: [(size: String, finding: Finding)] = []
        for steps in bench.extent.steps.dropFirst() {
            let size = "\(Amount.count(steps)) steps"
            let path = try bench.recordings.path(steps: steps, stateBytes: 1000)
            var seconds: [Double] = []
            var peaks: [Double] = []
            for _ in 0..<max(1, steps >= 10_000_000 ? min(bench.rounds, 3) : bench.rounds) {
                let outcome = try bench.command([bench.tool, "replay", path, "--verify"]).run()
                seconds.append(outcome.seconds / Double(steps))
                peaks.append(Double(outcome.peakBytes) / 1_000_000)
            }
            let time = Finding(
                measure: "\(Self.name), a step", size: size, peer: "", ours: Spread(seconds), theirs: nil, ratio: nil,
                isSpeed: false, goal: nil, unit: nil, missing: nil)
            all.append(time)
            all.append(
                Finding(
                    measure: "\(Self.name), memory", size: size, peer: "", ours: Spread(peaks), theirs: nil, ratio: nil,
                    isSpeed: false, goal: steps >= 10_000_000 ? 100 : nil, unit: "MB", missing: nil))
            sizes.append((size, time))
        }
        return all + bench.growth(Self.name, sizes, goal: { $0.hasPrefix("10 million") ? 1.1 : nil })
    }
}
