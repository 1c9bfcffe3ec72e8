import Foundation
import Testing
import TimelineTestPrograms
import TimelineKit
import TimelineTestSupport

@testable import TimelineTesting

struct ExpectReplayTests {
    private let folder = TemporaryFolder()
    private let program = TimelineTestPrograms.CounterProgram(isFixed: false)

    private func recording(_ amounts: Int..., by program: TimelineTestPrograms.CounterProgram) -> String {
        RecordedSession.record(amounts.map { .add(amount: $0) }, of: program, to: folder.file())
        return folder.file()
    }

    @Test func aRecordingThatReplaysIsExpected() {
        let path = recording(1, 5, by: program)
        #expect(expectReplay(of: path, program: program))
        #expect(expectReplay(of: URL(filePath: path), program: program))
    }

    @Test func aDivergenceIsAnIssueWithTheDifferenceAndItsCause() async throws {
        let path = recording(2, -5, by: TimelineTestPrograms.CounterProgram(isFixed: true))
        #expect(
            try await issues { expectReplay(of: path, program: program) } == [
                """
                \(path): replay differs from the recording after step 2.
                Step 2 gave a different state than when recorded (recorded → replayed):
                    $.count  0 → -3
                34 replays here agree, and not with the recording:
                the reducer has changed since, or it reads something from outside: a dependency, a clock, a global.
                The invariant "count is never negative" is broken after step 2, {"add":{"amount":-5}}.
                """
            ])
    }

    @Test func aBrokenInvariantIsAnIssue() async throws {
        let path = recording(-5, by: program)
        #expect(
            try await issues { expectReplay(of: path, program: program) } == [
                #"\#(path): the invariant "count is never negative" is broken after step 1, {"add":{"amount":-5}}."#
            ])
    }

    @Test func aFileThatIsNotThereIsAnIssue() async throws {
        let path = URL(filePath: #filePath).deletingLastPathComponent().path() + "nowhere.jsonl"
        #expect(
            try await issues { expectReplay(of: "nowhere.jsonl", program: program) }
                == ["cannot open \(path): no such file or directory"])
    }

    @Test func aPathIsRelativeToTheFileOfTheTest() throws {
        let path = "../../../Fixtures/Segments"
        #expect(expectReplay(of: path, program: program))
        #expect(try expectNoBugs(program: CounterProgram(isFixed: true), exploring: [path], steps: 100))
    }
}
