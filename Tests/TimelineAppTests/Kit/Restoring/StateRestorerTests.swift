import Foundation
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineStore
import TimelineTestSupport

@Suite(.ownThreads)
struct StateRestorerTests {
    private let folder = TemporaryFolder()

    private var saved: String { folder.file("saved") }
    private var restorer: StateRestorer<TotalProgram> { StateRestorer(program: TotalProgram(), in: saved) }

    private func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: saved).sorted() }

    /// A launch that saves these counts. In one that fails, the app ends before `launched()`.
    @discardableResult
    private func launch(fails: Bool = false, saving counts: Int...) throws -> RestoredState<Total> {
        let restorer = restorer
        let restored = restorer.restore()
        if !fails { restorer.launched() }
        for count in counts { try restorer.save(Total(count: count)) }
        return restored
    }

    // MARK: - A good run

    @Test func withoutSavedStatesTheInitialStateIsReturned() {
        let restored = restorer.restore()
        #expect(restored.state == Total())
        #expect(restored.source == .initial)
        #expect(restored.rejectedFiles == [])
        #expect(restored.problem == nil)
        #expect(!FileManager.default.fileExists(atPath: saved))
    }

    @Test func aSavedStateIsATimelineOfMode0600() throws {
        try launch(saving: 3)
        let journal = try Journal(opening: saved + "/000001.state").sound()
        #expect(journal.header.program == "counter")
        #expect(journal.header.version == "1.0.0")
        #expect(try journal.state(at: journal.index.checkpoints[0]) == JSONText(unchecked: #"{"count":3}"#.utf8))
        #expect(try journal.index.end?.snapshots == 1)
        #expect(FileStatus(saved)?.permissions == 0o700)
        #expect(FileStatus(saved + "/000001.state")?.permissions == 0o600)
    }

    @Test func theLastStateAndTheLastGoodOneAreKept() throws {
        try launch(saving: 1)
        try launch(saving: 2, 3, 4, 5)
        #expect(try names() == ["000001.launched.state", "000005.state"])
        try launch()
        #expect(try names() == ["000005.launched.state"])
    }

    @Test func withoutAGoodStateTheLastTwoAreKept() throws {
        try launch(fails: true, saving: 1, 2, 3, 4)
        #expect(try names() == ["000003.state", "000004.state"])
    }

    // MARK: - Launches that fail

    @Test func aGoodLaunchResetsTheFailedOnes() throws {
        try launch(saving: 1)
        for _ in 1...3 {
            try launch(fails: true)
            #expect(try launch().source == .lastSaved)
        }
    }

    @Test func ifTheGoodStateFailsTooTheInitialStateIsUsed() throws {
        try launch(saving: 1)
        try launch(saving: 13)
        let launches = try (1...4).map { _ in try launch(fails: true) }
        #expect(launches.map(\.state.count) == [13, 13, 1, 0])
        #expect(launches.map(\.source) == [.lastSaved, .lastSaved, .earlier, .initial])
        #expect(
            launches.flatMap(\.rejectedFiles) == [
                .init(path: saved + "/000002.launchesFailed.state", reason: .launchesFailed),
                .init(path: saved + "/000001.launchesFailed.state", reason: .launchesFailed),
            ])
        #expect(try names() == ["000001.launchesFailed.state", "000002.launchesFailed.state"])
        #expect(try launch(saving: 5).source == .initial)
        #expect(try launch().source == .lastSaved)
    }

    @Test func statesSavedDuringAFailedLaunchAreRejectedToo() throws {
        try launch(saving: 13)
        for count in [14, 15] { try launch(fails: true, saving: count) }
        let third = try launch(fails: true)
        #expect(third.source == .initial)
        #expect(third.rejectedFiles.map(\.path) == [3, 2, 1].map { saved + "/00000\($0).launchesFailed.state" })
        try launch(fails: true, saving: 1)
        #expect(try names().last == "000004.state")
    }

    /// A rename is a link, and the removal of the old name.
    @Test(arguments: [
        (0, "000001.state", "000001.launched.state"), (2, "000001.launched.state", "000001.launchesFailed.state"),
    ])
    func aRenameThatAKillInterruptedIsFinished(failures: Int, old: String, new: String) throws {
        try launch(saving: 1)
        if failures > 0 { try launch() }
        for _ in 0..<failures { try launch(fails: true) }
        #expect(link("\(saved)/\(old)", "\(saved)/\(new)") == 0)
        let launches = try (failures..<3).map { _ in try launch(fails: true) }
        #expect(launches.compactMap(\.problem) == [])
        #expect(launches.map(\.state.count) == [1, 1, 0].suffix(launches.count))
        let rejected = saved + "/000001.launchesFailed.state"
        #expect(launches.flatMap(\.rejectedFiles) == [.init(path: rejected, reason: .launchesFailed)])
        #expect(try names() == ["000001.launchesFailed.state"])
    }

    // MARK: - What cannot be used

    private func overwrite(_ name: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(saved)/\(name)"))
    }

    @Test func anUndecodableStateIsRejectedAndTheEarlierOneUsed() throws {
        try launch(saving: 1)
        try launch(saving: 2)
        let bytes = try text(of: saved + "/000002.state").dropLast(3)
        try overwrite("000002.state", String(bytes))
        let restored = try launch()
        #expect(restored.state == Total(count: 1))
        #expect(restored.source == .earlier)
        #expect(
            restored.rejectedFiles == [
                .init(
                    path: saved + "/000002.unreadable.state",
                    reason: .unreadable("\(saved)/000002.state was not written to its end"))
            ])
        #expect(try text(of: saved + "/000002.unreadable.state") == String(bytes))
    }

    @Test func filesOfAnotherProgramAndOtherFilesAreRejected() throws {
        try launch(saving: 1)
        try overwrite("000002.state", try text(of: saved + "/000001.state").replacing("counter", with: "tracker"))
        try overwrite("000003.state", "hello")
        let restored = try launch()
        #expect(restored.state == Total(count: 1))
        #expect(
            restored.rejectedFiles.map(\.path) == [
                saved + "/000003.unreadable.state", saved + "/000002.unreadable.state",
            ])
    }

    @Test func rejectedFilesAreNotOverwritten() throws {
        try launch(saving: 1)
        try overwrite("000001.state", "second")
        try overwrite("000001.unreadable.state", "first")
        let restored = restorer.restore()
        #expect(restored.source == .initial)
        #expect(restored.rejectedFiles == [])
        #expect(restored.problem == "cannot create \(saved)/000001.unreadable.state: file exists")
        #expect(try text(of: saved + "/000001.unreadable.state") == "first")
        #expect(try text(of: saved + "/000001.state") == "second")
    }

    @Test func afterAnErrorEarlierSavedStatesAreUnchanged() throws {
        try launch(saving: 1)
        try overwrite("000002.state.draft", "a save that was cut off")
        try launch()
        #expect(throws: SavingError.self) {
            try StateRestorer(program: TotalProgram(), in: saved + "/000001.launched.state").save(Total())
        }
        #expect(try launch().state == Total(count: 1))
    }
}
