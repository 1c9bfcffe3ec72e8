internal import Foundation
internal import Synchronization
internal import Testing
internal import TimelineKit

/// Runs a part of a test with a recorder. Returns what it threw and, if it threw or recorded an issue, the recording.
func failedRecording<P: Program>(
    of program: P, _ options: RecorderOptions,
    _ body: @Sendable (Recorder<P.State, P.Action>) async throws -> Void
) async -> (error: (any Error)?, failed: Result<[UInt8], FileError>?) {
    let folder = FileManager.default.temporaryDirectory.appending(path: "timeline-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "\(program.name).jsonl").path(percentEncoded: false)
    try? FileManager.default.createDirectory(
        at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    let recorder = Recorder(program: program, in: .file(file), options: options)
    let hasIssue = Atomic(false)
    let trait = IssueHandlingTrait.compactMapIssues { issue in
        hasIssue.store(true, ordering: .relaxed)
        return issue
    }
    var thrown: (any Error)?
    do {
        if let test = Test.current {
            try await trait.provideScope(for: test, testCase: Test.Case.current) { try await body(recorder) }
        } else {
            try await body(recorder)
        }
    } catch { thrown = error }
    recorder.finish()
    guard thrown != nil || hasIssue.load(ordering: .relaxed) else { return (nil, nil) }
    let recording = Result { () throws(FileError) -> [UInt8] in
        let bytes = try FileBytes(opening: file)
        return try bytes.read(at: 0, count: try bytes.size())
    }
    return (thrown, recording)
}
