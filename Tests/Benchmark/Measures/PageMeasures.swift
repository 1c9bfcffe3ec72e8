internal import Foundation
internal import TimelineKit

/// The page of a timeline: writing it, its size, and how it answers in headless Chromium.
enum PageMeasures {
    /// A number that `measure.mjs` prints, with the goals for pages of large states and of long runs.
    private typealias Row = (key: String, name: String, unit: String, large: Double?, long: Double?)

    private static let rows: [Row] = [
        ("usable", "usable", "ms", 500, 1000), ("usableCPU", "usable, CPU", "ms", nil, nil),
        ("jump", "cold jump, p95", "ms", 30, nil), ("jumpLongest", "cold jump, longest", "ms", 60, nil),
        ("jumpCPU", "cold jump, CPU, p95", "ms", nil, nil),
        ("jumpLongestCPU", "cold jump, CPU, longest", "ms", nil, nil),
        ("frameCPU", "scrubbing, CPU of a frame, p95", "ms", 10, 10),
        ("longestTaskCPU", "scrubbing, CPU of the longest task", "ms", 50, 50),
        ("dropped", "scrubbing, dropped frames", "%", 2, 2),
        ("memory", "private memory after scrubbing", "MB", 120, 250),
        ("memoryLater", "private memory half a minute later", "MB", 120, 250),
        ("firstHits", "steps that changed a path, first", "ms", 200, nil),
        ("allHits", "steps that changed a path, all", "ms", 1000, nil),
        ("allHitsCPU", "steps that changed a path, all, CPU", "ms", nil, nil),
        ("slice", "steps that changed a path, longest slice", "ms", 8, nil),
        ("frameOfSearch", "steps that changed a path, longest frame meanwhile", "ms", nil, nil),
        ("lastStep", "last step in the list at pixel ratio 3", "th", nil, 1_000_000),
    ]

    static func view(_ context: BenchmarkContext) throws -> [Measure] {
        let isFull = context.scale == .full
        let runs =
            context.scale == .smoke
            ? [(400, 2000)]
            : isFull ? [(100_000, 100_000), (1_000_000, 1000)] : [(10_000, 100_000), (100_000, 1000)]
        return try runs.enumerated().flatMap { index, run in
            func goal(_ large: Double?, _ long: Double?) -> Double? { isFull ? (index == 0 ? large : long) : nil }
            let size = "\(Amount.count(run.0)) × \(Amount.bytes(run.1))"
            let timeline = try context.recordings.inventory(steps: run.0, stateBytes: run.1)
            let page = context.recordings.scratch("inventory-\(run.0).html")
            let written: [Measure.Value] = [
                .init("view, written", goal: goal(60, nil)), .init("view, written, CPU of all threads"),
                .init("view, written, peak memory", unit: "MB", goal: goal(300, nil)),
                .init("view, size", unit: "MB", goal: goal(7.5, 30)),
            ]
            let shown = rows.map { row in
                Measure.Value(
                    "view, \(row.name)", unit: row.unit, goal: goal(row.large, row.long),
                    isSpeed: row.key == "lastStep")
            }
            return [
                Measure(written, size, mostRounds: 3) { try write(timeline, to: page, context) },
                Measure(shown, size, mostRounds: 3) { try open(page, context) },
            ]
        }
    }

    private static func write(_ timeline: String, to page: String, _ context: BenchmarkContext) throws -> [Double] {
        let tool = try context.tool(of: "inventory")
        let run = try context.run([tool, "view", timeline, "-o", page, "--force"])
        return [run.seconds, run.cpuSeconds, Double(run.peakBytes) / 1e6, Double(try Recordings.bytes(of: page)) / 1e6]
    }

    /// Opens the page in a new headless Chromium.
    private static func open(_ page: String, _ context: BenchmarkContext) throws -> [Double] {
        guard let node = Command.find("node") else { throw MissingTool(description: "Node.js is not installed") }
        let isSmoke = context.scale == .smoke
        let output = try context.run([
            node, "\(BenchmarkContext.root)/Tests/TimelineToolTests/Page/Browser/measure.mjs", page, "$.total",
            isSmoke ? "2" : "40", isSmoke ? "300" : "3000",
        ]).output
        let answer = try JSON(parsing: Array(output.utf8)).object
        if let missing = answer?["missing"]?.string { throw MissingTool(description: "skipped: \(missing)") }
        return try rows.map { row in
            guard let number = answer?[row.key]?.number?.double else {
                throw BenchmarkError(description: "measure.mjs did not measure \(row.key): \(output)")
            }
            return number
        }
    }
}
