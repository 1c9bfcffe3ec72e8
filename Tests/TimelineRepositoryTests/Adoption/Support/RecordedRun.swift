import Foundation
import Testing
import TimelineKit
import TimelineSystem

/// A file or a folder to record a run to, and its contents.
final class RecordedRun {
    let path: String
    let folder: String
    private let root: URL

    init() throws {
        root = FileManager.default.temporaryDirectory.appending(path: "timeline-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: root, withIntermediateDirectories: false)
        path = root.appending(path: "run.jsonl").path(percentEncoded: false)
        folder = root.appending(path: "timelines").path(percentEncoded: false)
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    /// The file, or the only segment in the folder.
    private func recorded() throws -> String {
        guard FileManager.default.fileExists(atPath: folder) else { return path }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(names.count == 1)
        return "\(folder)/\(try #require(names.first))"
    }

    /// Its steps, as in `timeline log`: `2 effect ← 1 {"reset":{}}`.
    func steps() throws -> [String] {
        try lines().compactMap { line in
            guard let seq = line["seq"] as? Int else { return nil }
            if let set = line["set"], let by = line["by"] as? String { return "\(seq) \(by) \(try text(set))" }
            guard let from = line["from"] as? String else { return nil }
            let cause = line["cause"].map { " ← \($0)" } ?? ""
            let action = try (line["opaque"] as? String) ?? text(line["action"] as Any)
            return "\(seq) \(from)\(cause) \(action)"
        }
    }

    /// The lines of code that dispatched, in the order of their first steps.
    func sites() throws -> [String] {
        try lines().compactMap { line in
            (line["site"] as? [String: Any]).map { "\($0["file"] ?? ""):\($0["line"] ?? "")" }
        }
    }

    private func lines() throws -> [[String: Any]] {
        try String(contentsOfFile: recorded(), encoding: .utf8).split(separator: "\n").map { line in
            try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    private func text(_ value: Any) throws -> String {
        let data = try JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
        return String(decoding: data, as: UTF8.self)
    }

    /// Replay takes these steps, agrees with every snapshot, and ends with the live state.
    func expectReplay<P: Program>(
        of program: P, steps: Int, to live: P.State, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var replayer = try Replayer(program: program, timeline: recorded())
        var reduced = 0
        var state = try replayer.state(at: 0)
        while let step = try replayer.next() {
            if case .reduced = step.kind { reduced += 1 }
            state = step.state
        }
        #expect(reduced == steps, sourceLocation: sourceLocation)
        #expect(replayer.last == steps, sourceLocation: sourceLocation)
        #expect(replayer.divergence == nil, sourceLocation: sourceLocation)
        #expect(state == live, sourceLocation: sourceLocation)
    }
}

/// What was refused while the past was shown.
final class Refused: Sendable {
    private let texts = Locked<[String]>([])
    var all: [String] { texts.withLock { $0 } }
    func note(_ text: String) { texts.withLock { $0.append(text) } }
}
