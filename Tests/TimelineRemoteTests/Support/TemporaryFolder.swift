import Foundation

/// A folder for one test, removed with this value.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "timeline-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String = "run.jsonl") -> String { "\(path)/\(name)" }
}

/// The text of a file.
func text(of path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
}
