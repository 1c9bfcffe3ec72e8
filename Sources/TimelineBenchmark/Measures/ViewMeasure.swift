internal import Foundation
internal import TimelineJSON

/// The page of a timeline: writing it, its size, and how it answers in headless Chromium.
struct ViewMeasure: Measure {
    static let name = "view"
    static let abstract = "the page of a timeline: written, opened, scrubbed and searched in headless Chromium"

    /// A run, and the goals for its page.
    private struct Run {
        let steps: Int
        let stateBytes: Int
        var goals: [String: Double] = [:]

        var size: String { "\(Amount.count(steps)) × \(Amount.bytes(stateBytes))" }
    }

    private func runs(_ scale: Scale) -> [Run] {
        let frames = ["frameCPU": 10.0, "longestTaskCPU": 50, "dropped": 2]
        let large = frames.merging([
            "written": 60, "writing memory": 300, "size": 7.5, "usable": 500, "jump": 30, "jumpLongest": 60,
            "memory": 120, "memoryLater": 120, "firstHits": 200, "allHits": 1000, "slice": 8,
        ]) { $1 }
        let long = frames.merging([
            "size": 30, "usable": 1000, "memory": 250, "memoryLater": 250, "lastStep": 1_000_000,
        ]) { $1 }
        return switch scale {
        case .full:
            [
                Run(steps: 100_000, stateBytes: 100_000, goals: large),
                Run(steps: 1_000_000, stateBytes: 1000, goals: long),
            ]
        case .quick: [Run(steps: 10_000, stateBytes: 100_000), Run(steps: 100_000, stateBytes: 1000)]
        default: [Run(steps: 400, stateBytes: 2000)]
        }
    }

    func findings(_ context: BenchmarkContext) throws -> [Finding] {
        try runs(context.scale).flatMap { run in
            let page = context.recordings.scratch("inventory.html")
            defer { try? FileManager.default.removeItem(atPath: page) }
            return try writing(run, to: page, context) + reading(run, page, context)
        } + documented
    }

    private func finding(
        _ key: String, _ name: String, _ run: Run, _ readings: [Double], _ unit: String?
    ) -> Finding {
        Finding(
            measure: "\(Self.name), \(name)", size: run.size, ours: Spread(readings), isSpeed: key == "lastStep",
            goal: run.goals[key], unit: unit)
    }

    /// Writes the page.
    private func writing(_ run: Run, to page: String, _ context: BenchmarkContext) throws -> [Finding] {
        let timeline = try context.recordings.inventory(steps: run.steps, stateBytes: run.stateBytes)
        let tools = URL(fileURLWithPath: context.tool).deletingLastPathComponent().path + "/test-timeline"
        guard FileManager.default.isExecutableFile(atPath: tools) else {
            throw BenchmarkError(description: "\(tools) does not exist. Build it with: swift build -c release")
        }
        // The tool picks its program by its own name.
        let tool = context.recordings.scratch("inventory-timeline")
        try? FileManager.default.removeItem(atPath: tool)
        try FileManager.default.copyItem(atPath: tools, toPath: tool)
        let outcomes = try (0..<min(context.rounds, 3)).map { _ in
            try context.command([tool, "view", timeline, "-o", page, "--force"]).run()
        }
        let bytes = try FileManager.default.attributesOfItem(atPath: page)[.size] as? Int ?? 0
        return [
            finding("written", "written", run, outcomes.map(\.seconds), nil),
            finding("writing CPU", "written, CPU of all threads", run, outcomes.map(\.cpuSeconds), nil),
            finding(
                "writing memory", "written, peak memory", run, outcomes.map { Double($0.peakBytes) / 1e6 }, "MB"),
            finding("size", "size", run, [Double(bytes) / 1e6], "MB"),
        ]
    }

    // MARK: - In a browser

    /// What the script measures: its key, the name of the row, and the unit.
    private static let rows: [(key: String, name: String, unit: String)] = [
        ("usable", "usable", "ms"), ("usableCPU", "usable, CPU", "ms"),
        ("jump", "cold jump, p95", "ms"), ("jumpLongest", "cold jump, longest", "ms"),
        ("jumpCPU", "cold jump, CPU, p95", "ms"), ("jumpLongestCPU", "cold jump, CPU, longest", "ms"),
        ("frameCPU", "scrubbing, CPU of a frame, p95", "ms"),
        ("longestTaskCPU", "scrubbing, CPU of the longest task", "ms"),
        ("dropped", "scrubbing, dropped frames", "%"), ("memory", "private memory after scrubbing", "MB"),
        ("memoryLater", "private memory half a minute later", "MB"),
        ("firstHits", "steps that changed a path, first", "ms"), ("allHits", "steps that changed a path, all", "ms"),
        ("allHitsCPU", "steps that changed a path, all, CPU", "ms"),
        ("slice", "steps that changed a path, longest slice", "ms"),
        ("frameOfSearch", "steps that changed a path, longest frame meanwhile", "ms"),
        ("lastStep", "last step in the list at pixel ratio 3", "th"),
    ]

    /// Opens the page in headless Chromium, once for each round.
    private func reading(_ run: Run, _ page: String, _ context: BenchmarkContext) throws -> [Finding] {
        guard let node = context.comparedTools.node else { return [skipped(run, "Node.js is not installed")] }
        let script = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).dropFirst().joined(separator: "/")
        let isSmoke = context.scale == .smoke
        var answers: [JSONObject] = []
        for _ in 0..<context.rounds {
            let output = try context.command([
                node, "/\(script)/Tests/TimelineToolTests/Page/Browser/measure.mjs", page, "$.total",
                isSmoke ? "2" : "40",
                isSmoke ? "300" : "3000",
            ]).run().output
            guard let answer = try JSON(parsing: Array(output.utf8)).object else {
                throw BenchmarkError(description: "unexpected output of measure.mjs: \(output)")
            }
            if let missing = answer["missing"]?.string { return [skipped(run, missing)] }
            answers.append(answer)
        }
        return try Self.rows.map { key, name, unit in
            let readings = answers.compactMap { $0[key]?.number?.double }
            guard readings.count == answers.count else {
                throw BenchmarkError(description: "measure.mjs did not measure \(key)")
            }
            return finding(key, name, run, readings, unit)
        }
    }

    private func skipped(_ run: Run, _ why: String) -> Finding {
        Finding(measure: "\(Self.name), in a browser", size: run.size, missing: "skipped: \(why)")
    }

    /// What Redux DevTools documents of itself. It is not measured.
    private let documented = [
        Finding(
            measure: "\(name), steps kept", size: "by default", peer: "Redux DevTools",
            missing: "documented: 50 (maxAge; “critical for performance”)"),
        Finding(
            measure: "\(name), slows down", size: "with each action", peer: "Redux DevTools",
            missing: "documented: redux-devtools #81, #347, #643"),
        Finding(
            measure: "\(name), slows down", size: "30 × 36KB", peer: "Redux DevTools",
            missing: "documented: redux-devtools-log-monitor #17"),
    ]
}
