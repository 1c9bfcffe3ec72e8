import Foundation
import Testing
import struct TimelineKit.RecordingProblem
import struct TimelineKit.Replayer
import protocol TimelineKit.Program

/// A file to record a run to, and what is found in it.
final class RecordedRun {
    let path: String
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "timeline-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        path = folder.appending(path: "run.jsonl").path(percentEncoded: false)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Its steps, as in `timeline log`: `2 effect ← 1 {"reset":{}}`.
    func steps() throws -> [String] {
        try lines().compactMap { line in
            guard let seq = line["seq"] as? Int, let from = line["from"] as? String else { return nil }
            let cause = line["cause"].map { " ← \($0)" } ?? ""
            let action = try (line["opaque"] as? String) ?? text(line["action"] as Any)
            return "\(seq) \(from)\(cause) \(action)"
        }
    }

    private func lines() throws -> [[String: Any]] {
        try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map { line in
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
        var replayer = try Replayer(program, opening: path)
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
