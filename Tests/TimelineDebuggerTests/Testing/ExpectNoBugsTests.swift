import Foundation
import Testing
import TimelineTestPrograms
import TimelineKit
import TimelineTestSupport

@testable import TimelineTesting

struct ExpectNoBugsTests {
    private let folder = TemporaryFolder()

    private func recording() -> String {
        let program = TimelineTestPrograms.CounterProgram(isFixed: false)
        RecordedSession.record([.add(amount: 3), .increment, .add(amount: -1)], of: program, to: folder.file())
        return folder.file()
    }

    @Test func aProgramWithoutABugMeetsTheExpectation() throws {
        let fixed = TimelineTestPrograms.CounterProgram(isFixed: true)
        #expect(try expectNoBugs(program: fixed, exploring: [recording()], steps: 2_000))
    }

    @Test func aBugIsAnIssueWithItsShortestRun() async throws {
        let path = recording()
        let found = try await issues {
            let program = TimelineTestPrograms.CounterProgram(isFixed: false)
            try expectNoBugs(program: program, exploring: [path], steps: 2_000)
        }
        let bug = """
            the invariant "count is never negative" is broken after these actions:
              {"add":{"amount":-1}}
            """
        #expect(found == [bug])
    }

    @Test func nothingToExploreIsAnError() throws {
        let program = TimelineTestPrograms.CounterProgram(isFixed: true)
        let recorder = Recorder(program: program, in: .file(folder.file()))
        recorder.finish()
        for path in [folder.file(), "\(folder.file()).missing"] {
            #expect(throws: (any Error).self) { try expectNoBugs(program: program, exploring: [path]) }
        }
    }
}
