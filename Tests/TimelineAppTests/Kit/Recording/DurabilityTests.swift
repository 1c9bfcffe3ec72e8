import Testing
@testable import TimelineKit
import TimelineTestSupport

/// When lines are synced. `PowerTests` shows that synced lines survive a loss of power.
struct DurabilityTests {
    private let folder = TemporaryFolder()
    private let files = PowerFiles()
    private let scheduledWork = ScheduledWork()
    private var synced: Int { files.events.count { $0 == .synced(folder.file()) } }

    private func recorder(
        _ durability: Durability, snapshots: SnapshotPolicy = .every(9), scheduledWork: ScheduledWork? = nil,
        onProblem: @escaping @Sendable (RecordingProblem) -> Void = { fatalError("\($0)") }
    ) throws -> Recorder<Inbox, InboxAction> {
        Recorder(
            program: "inbox", version: "2.0", initialState: Inbox(), in: .file(folder.file()),
            options: RecorderOptions(snapshots: snapshots, durability: durability, onProblem: onProblem),
            run: .ticking(scheduledWork: scheduledWork), layer: files)
    }

    @Test func strictDurabilitySyncsEachActionBeforeItsReducer() throws {
        let recorder = try recorder(.strict, snapshots: .every(1_000_000))
        let path = folder.file()
        let created = files.events
        #expect(created.count == 4)
        #expect(created.suffix(2) == [.synced(path), .folderSynced])
        for _ in 1...3 {
            let seq = recorder.begin(.allRead)
            #expect(files.events.last == .synced(path))
            recorder.commit(seq, Inbox())
        }
        #expect(files.events.count == 4 + 6)
    }

    @Test func timedDurabilityNeverSyncsOnTheDispatchingThread() throws {
        let recorder = try recorder(.timed, snapshots: .every(5))
        files.forgetThreads()
        for _ in 1...40 { recorder.commit(recorder.begin(.allRead), Inbox()) }
        recorder.waitForSnapshots()
        #expect(files.syncingThreads.count >= 1)
        #expect(!files.syncingThreads.contains(ThreadID.current))
        recorder.finish()
        #expect(files.events.last == .synced(folder.file()))
    }

    @Test func timedDurabilitySyncsASecondAfterALine() throws {
        let recorder = try recorder(.timed, snapshots: .every(1_000_000), scheduledWork: scheduledWork)
        // The first state is synced when the recorder exists.
        #expect(synced == 1)
        #expect(scheduledWork.seconds == [])
        for second in 1...3 {
            for _ in 1...5 { recorder.commit(recorder.begin(.allRead), Inbox()) }
            #expect(scheduledWork.seconds == [1], "second \(second)")
            #expect(synced == second, "second \(second)")
            scheduledWork.run()
            #expect(synced == second + 1, "second \(second)")
            #expect(scheduledWork.seconds == [], "second \(second)")
        }
        // Marks and the end are synced too; synced lines are not synced again.
        recorder.mark("here")
        #expect(scheduledWork.seconds == [1])
        recorder.finish()
        #expect(synced == 5)
        scheduledWork.run()
        #expect(synced == 5)
        #expect(scheduledWork.seconds == [])
    }

    @Test func aScheduledSyncCoversLinesAfterASnapshot() throws {
        let recorder = try recorder(.timed, snapshots: .every(5), scheduledWork: scheduledWork)
        for _ in 1...5 { recorder.commit(recorder.begin(.allRead), Inbox()) }
        recorder.waitForSnapshots()
        #expect(synced == 2)
        recorder.commit(recorder.begin(.allRead), Inbox())
        #expect(scheduledWork.seconds == [1])
        scheduledWork.run()
        #expect(synced == 3)
        recorder.finish()
    }

    @Test(arguments: [Durability.process, .strict]) func onlyTimedDurabilitySchedulesASync(durability: Durability)
        throws
    {
        let recorder = try recorder(durability, scheduledWork: scheduledWork)
        for _ in 1...40 { recorder.commit(recorder.begin(.allRead), Inbox()) }
        recorder.finish()
        #expect(scheduledWork.seconds == [])
        if durability == .process { #expect(files.syncingThreads == []) }
    }

    @Test func aFailedSyncIsReportedOnce() throws {
        let problems = Problems()
        let recorder = try recorder(.strict, snapshots: .every(1_000_000), onProblem: problems.note)
        files.failToSync()
        for _ in 1...5 { recorder.commit(recorder.begin(.allRead), Inbox()) }
        #expect(problems.messages == ["a loss of power may lose what was recorded: input/output error"])
    }
}
