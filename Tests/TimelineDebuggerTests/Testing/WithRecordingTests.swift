import Foundation
import Synchronization
import Testing
import TimelineTestPrograms
import TimelineKit
import TimelineReplay

@testable import TimelineTesting

struct WithRecordingTests {
    private struct SomeError: Error {}

    /// A program whose recording is in a folder that does not exist.
    private struct MisplacedProgram: Program {
        let name = "no/where"
        let version = "1"
        let initialState = Counter(count: 0)

        func reduce(_ state: inout Counter, _ action: CounterAction) {}
    }

    private static let program = TimelineTestPrograms.CounterProgram(isFixed: false)

    /// Reduces one action, as a store does.
    @Sendable private static func add(_ recorder: Recorder<Counter, CounterAction>) {
        var state = program.initialState
        recorder.recording(program.reduce)(&state, .add(amount: 3))
    }

    private func run(
        _ body: @Sendable (Recorder<Counter, CounterAction>) async throws -> Void
    ) async -> (error: (any Error)?, failed: Result<[UInt8], FileError>?) {
        await failedRecording(of: Self.program, RecorderOptions(), body)
    }

    @Test func aBodyThatSucceedsLeavesNoRecording() async throws {
        let (error, failed) = await run { Self.add($0) }
        #expect(error == nil && failed == nil)
        try await withRecording(program: Self.program) { Self.add($0) }
    }

    @Test func aBodyThatRecordsAnIssueLeavesTheWholeRecording() async throws {
        let failed = Mutex<[UInt8]?>(nil)
        let found = try await issues {
            let bytes = try await run { recorder in
                Self.add(recorder)
                Issue.record("wrong")
            }.failed?.get()
            failed.withLock { $0 = bytes }
        }
        #expect(found == ["wrong"])
        let journal = try Journal(bytes: try #require(failed.withLock { $0 }))
        try journal.requireSound()
        #expect(journal.hasEnd)
        #expect(journal.last == 1)
    }

    @Test func aBodyThatThrowsLeavesTheRecordingAndItsErrorIsThrown() async throws {
        let (error, failed) = await run { recorder in
            Self.add(recorder)
            throw SomeError()
        }
        #expect(error is SomeError)
        #expect(failed != nil)
        await #expect(throws: SomeError.self) {
            try await withRecording(program: Self.program) { _ in throw SomeError() }
        }
    }

    @Test func aRecordingThatCannotBeReadIsAnIssue() async throws {
        let found = try await issues {
            await #expect(throws: SomeError.self) {
                try await withRecording(program: MisplacedProgram()) { _ in throw SomeError() }
            }
        }
        let folder = FileManager.default.temporaryDirectory.path()
        #expect(
            found.map { $0?.replacing(/timeline-[0-9A-F-]{36}/, with: "timeline-ID") } == [
                "no recording is attached: cannot open \(folder)timeline-ID/no/where.jsonl: no such file or directory"
            ])
    }
}
