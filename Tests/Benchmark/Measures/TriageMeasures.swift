internal import Foundation
internal import TimelineKit
internal import TimelineTestPrograms

/// `triage` on bundles of many bugs, of which some are a thousand times as frequent as others.
enum TriageMeasures {
    /// Of the sessions. Another seed was used when the command was written.
    private static let seed: UInt64 = ProcessInfo.processInfo.environment["FLEET"].flatMap(UInt64.init) ?? 20_261

    private struct Fleet {
        let folder: String
        /// The bug of each file, and the rule that a store would report, or the signal.
        let bugs: [String: String]
    }

    static func triage(_ context: BenchmarkContext) throws -> [Measure] {
        let count = context.scale == .smoke ? 40 : context.scale == .quick ? 1000 : 10_500
        let isFull = context.scale == .full
        let fleet = try write(count, context)
        let size = "\(Amount.count(fleet.bugs.count)) bundles of \(Set(fleet.bugs.values).count) bugs"
        return [
            Measure(
                [
                    .init("triage", goal: isFull ? 120 : nil),
                    .init("triage, CPU"),
                    .init("triage, peak memory", unit: "MB", goal: 200),
                    .init("triage, F of pairs by bundle", unit: "", goal: isFull ? 0.97 : nil, isSpeed: true),
                    .init("triage, groups of a bug", unit: "", goal: isFull ? 1.1 : nil),
                    .init("triage, by rule or signal alone, F of pairs by bundle", unit: "", isSpeed: true),
                    .init("triage, by rule or signal, and last action, F of pairs by bundle", unit: "", isSpeed: true),
                ], size, mostRounds: 3
            ) {
                return try measure(fleet, context)
            }
        ]
    }

    private static func measure(_ fleet: Fleet, _ context: BenchmarkContext) throws -> [Double] {
        let tool = try context.tool(of: "todo-fleet")
        let mapped = try context.run([tool, "triage", fleet.folder, "--json"], exitStatus: 1)
        let lines = try context.file("fleet-lines.jsonl", mapped.output)
        let merged = try context.run([tool, "triage", "--merge", "--json", lines], exitStatus: 1)
        var numbers: [String: Int] = [:]
        for line in merged.output.split(separator: "\n") {
            let object = try JSON(parsing: Array(line.utf8)).object
            numbers[identity(object)] = object?["bug"]?.int
        }
        var groups: [String: String] = [:]
        var (rules, ends): ([String: String], [String: String]) = ([:], [:])
        for line in mapped.output.split(separator: "\n") {
            let object = try JSON(parsing: Array(line.utf8)).object
            let file = object?["file"]?.string ?? ""
            groups[file] = numbers[identity(object)].map { "\($0)" } ?? file
            rules[file] = object?["rule"]?.description ?? file
            ends[file] = "\(rules[file] ?? file) \(object?["culprit"]?.description ?? file)"
        }
        let found = Set(groups.values).count
        return [
            mapped.seconds + merged.seconds, mapped.cpuSeconds + merged.cpuSeconds,
            Double(max(mapped.peakBytes, merged.peakBytes)) / 1e6,
            f(groups, fleet.bugs), Double(found) / Double(Set(fleet.bugs.values).count), f(rules, fleet.bugs),
            f(ends, fleet.bugs),
        ]
    }

    private static func identity(_ line: JSONObject?) -> String {
        ["rule", "key", "culprit"].map { line?[$0]?.description ?? "" }.joined(separator: " ")
    }

    /// The harmonic mean of precision and recall, each averaged over the bundles (B-cubed; Bagga and Baldwin, 1998): of
    /// the bundles that are grouped with it, those of its bug; and of those of its bug, those that are grouped with it.
    private static func f(_ groups: [String: String], _ bugs: [String: String]) -> Double {
        struct Pair: Hashable {
            let group: String
            let bug: String
        }
        var both: [Pair: Double] = [:]
        var (groupSizes, bugSizes): ([String: Double], [String: Double]) = ([:], [:])
        for (file, bug) in bugs {
            let group = groups[file] ?? file
            both[Pair(group: group, bug: bug), default: 0] += 1
            groupSizes[group, default: 0] += 1
            bugSizes[bug, default: 0] += 1
        }
        var (precision, recall) = (0.0, 0.0)
        for (pair, count) in both {
            precision += count * count / (groupSizes[pair.group] ?? 1)
            recall += count * count / (bugSizes[pair.bug] ?? 1)
        }
        return 2 * precision * recall / (precision + recall) / Double(bugs.count)
    }

    // MARK: - Bundles

    private static func write(_ count: Int, _ context: BenchmarkContext) throws -> Fleet {
        var numbers = SeededGenerator(seed: seed, seconds: 0)
        let folder = context.recordings.scratch("fleet")
        try? FileManager.default.removeItem(atPath: folder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let shuffled = TodoFleet.bugs.shuffled(using: &numbers)
        // Those that few random sessions show are rare here, too, so that enough bundles of the others can be made.
        let hidden = shuffled.filter { bug in
            (0..<3).contains { _ in TodoFleet.session(of: bug, &numbers) == nil }
        }
        let all = shuffled.filter { !hidden.contains($0) } + hidden
        // From 1 down to 1/1000.
        let weights = all.indices.map { pow(0.001, Double($0) / Double(all.count - 1)) }
        let sum = weights.reduce(0, +)
        var bugs: [String: String] = [:]
        for (index, bug) in all.enumerated() {
            for _ in 0..<max(1, Int((Double(count) * weights[index] / sum).rounded())) {
                guard let session = TodoFleet.session(of: bug, &numbers) else { break }
                let path = "\(folder)/b\(100_000 + bugs.count).jsonl"
                try text(of: session, number: bugs.count, &numbers).write(
                    toFile: path, atomically: false, encoding: .utf8)
                bugs[path] = bug
            }
        }
        try bugs.map { "\($0) \($1)\n" }.sorted().joined().write(
            toFile: "\(folder).txt", atomically: false, encoding: .utf8)
        return Fleet(folder: folder, bugs: bugs)
    }

    /// Most bundles begin some steps before the last.
    private static func text(of session: TodoFleet.Session, number: Int, _ numbers: inout SeededGenerator) throws
        -> String
    {
        let count = session.actions.count
        let kept =
            Int.random(in: 0..<10, using: &numbers) < 3 ? count : min(count, Int.random(in: 5...40, using: &numbers))
        let first = count - kept
        let note =
            session.trapped ? BundleNote(states: kept, lastSeq: count, lastReduced: false, signal: "SIGILL") : nil
        let header = Header(
            session: "session-\(number)", program: "todo-fleet",
            version: "1.\(Int.random(in: 0...3, using: &numbers)).0",
            started: "2026-11-\(10 + Int.random(in: 0...15, using: &numbers))T08:00:00Z", platform: .null, bundle: note)
        var text = LineWriter.header(header)
        func at(_ seq: Int) -> Moment { Moment(microseconds: Int64(seq) * 100_000) }
        text += LineWriter.line(
            .snapshot(
                Snapshot(seq: first, at: at(first), state: try JSONCoding.encode(session.states[first]))))
        for index in first..<count {
            let (action, cause) = session.actions[index]
            text += LineWriter.step(
                Step(
                    seq: index + 1, at: at(index + 1), change: .action(try JSONCoding.encode(action)),
                    from: cause == nil ? "user" : "effect", cause: cause))
        }
        return String(decoding: text, as: UTF8.self)
    }
}
