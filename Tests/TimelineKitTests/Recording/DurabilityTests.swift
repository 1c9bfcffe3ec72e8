import Foundation
import TestHarness
import Testing
import TimelineJournal

@testable import TimelineKit

/// What is on the disk when the power fails. With `TIMELINE_HARNESS=full` 10,000 states of the disk are looked at for each
/// level, otherwise 600.
struct DurabilityTests {
    private let folder: TemporaryFolder
    private let files = PowerFiles()

    init() throws { folder = try TemporaryFolder() }

    private func recorder(
        _ durability: Durability, snapshots: SnapshotPolicy = .every(9),
        onProblem: @escaping @Sendable (RecordingProblem) -> Void = { fatalError("\($0)") }
    ) throws -> Recorder<Inbox, InboxAction> {
        try Recorder(
            program: "inbox", version: "2.0", initialState: Inbox(), to: folder.file(), snapshots: snapshots,
            durability: durability, run: .ticking(), layer: files, onProblem: onProblem)
    }

    @Test func processWaitsForNoDisk() throws {
        let recorder = try recorder(.process)
        for _ in 1...20 { recorder.commit(recorder.begin(.allRead), Inbox()) }
        recorder.finish()
        #expect(files.syncingThreads == [])
    }

    @Test func strictSyncsEachActionBeforeItsReducerRuns() throws {
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

    @Test func timedSyncsSnapshotsAndNeverOnTheThreadThatDispatches() throws {
        let recorder = try recorder(.timed, snapshots: .every(5))
        files.forgetThreads()
        for _ in 1...40 { recorder.commit(recorder.begin(.allRead), Inbox()) }
        recorder.waitForSnapshots()
        #expect(files.syncingThreads.count >= 1)
        #expect(!files.syncingThreads.contains(ThreadID.current))
        recorder.finish()
        #expect(files.events.last == .synced(folder.file()))
    }

    @Test func aSyncThatFailsIsToldOnce() throws {
        let problems = Problems()
        let recorder = try recorder(.strict, snapshots: .every(1_000_000), onProblem: problems.note)
        files.failToSync()
        for _ in 1...5 { recorder.commit(recorder.begin(.allRead), Inbox()) }
        #expect(problems.told == ["what is recorded may be lost with the power: input/output error"])
    }

    @Test(arguments: [Durability.timed, .strict])
    func nothingThatWasSyncedIsLostWithThePower(durability: Durability) throws {
        let seed = Harness.seed
        var generator = Seed(seed)
        let recorder = try recorder(durability)
        let reducer = recorder.recording(reduceInbox)
        var state = Inbox()
        for step in 1...120 {
            reducer(&state, .random(&generator))
            files.acknowledge(step)
        }
        recorder.finish()

        let events = files.events
        let states = Harness.count(small: 600, full: 10_000)
        var torn = 0
        for _ in 0..<states {
            var disk = Disk()
            for event in events.prefix(Int.random(in: 0...events.count, using: &generator)) { disk.take(event) }
            guard let synced = disk.synced[folder.file()], synced > 0 else { continue }
            let bytes = disk.state(&generator)[folder.file()] ?? []
            let journal = try Journal(bytes: bytes)
            if !journal.index.damage.isEmpty || journal.index.isTorn { torn += 1 }
            let whole = try Journal(bytes: Array(bytes.prefix(synced)))
            try whole.requireSound()
            #expect(try steps(of: journal).starts(with: steps(of: whole)), "seed \(seed)")
            if durability == .strict { #expect(whole.index.last >= disk.acknowledged, "seed \(seed)") }
        }
        #expect(torn > 0)
        print("\(durability): \(states) states of the disk, \(torn) of them torn, nothing synced lost, seed \(seed)")
    }

    private func steps(of journal: Journal) throws -> [Step] {
        var lines = journal.lines()
        var steps: [Step] = []
        while let line = try lines.next() { if case .step(let step) = line.content { steps.append(step) } }
        return steps
    }
}
