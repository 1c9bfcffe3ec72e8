internal import Foundation
internal import Synchronization
internal import Testing
internal import TimelineKit

/// Records what a store does while a part of a test runs, and notes whether that part fails.
struct TestRecording<P: Program> {
    let program: P
    let options: RecorderOptions

    /// Runs `body` with a recorder of a temporary file.
    func run(
        _ body: @Sendable (Recorder<P.State, P.Action>) async throws -> Void
    ) async -> (error: (any Error)?, failed: Result<[UInt8], FileError>?) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "timeline-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "\(program.name).jsonl")
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let recorder = Recorder(program: program, in: .file(file.path(percentEncoded: false)), options: options)
        let failure = Failure()
        var thrown: (any Error)?
        do { try await failure.noting { try await body(recorder) } } catch { thrown = error }
        recorder.finish()
        guard thrown != nil || failure.isNoted else { return (thrown, nil) }
        return (thrown, Result { () throws(FileError) in try Self.contents(file.path(percentEncoded: false)) })
    }

    private static func contents(_ path: String) throws(FileError) -> [UInt8] {
        let file = try FileBytes(opening: path)
        return try file.read(at: 0, count: try file.size())
    }
}

/// Notes whether an issue is recorded.
private final class Failure: Sendable {
    private let flag = Atomic(false)

    var isNoted: Bool { flag.load(ordering: .relaxed) }

    func noting(_ body: @Sendable () async throws -> Void) async throws {
        guard let test = Test.current else { return try await body() }
        let trait = IssueHandlingTrait.compactMapIssues { issue in
            self.flag.store(true, ordering: .relaxed)
            return issue
        }
        try await trait.provideScope(for: test, testCase: Test.Case.current, performing: body)
    }
}
