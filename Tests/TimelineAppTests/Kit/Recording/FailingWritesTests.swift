import Foundation
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// Each write of a recording fails in turn, with each fault. `TIMELINE_HARNESS=full swift test --filter FailingWritesTests`
/// runs 2,000 writes per fault in a few minutes; the default is the first 25.
@Suite(.ownThreads)
struct FailingWritesTests {
    private let folder = TemporaryFolder()
    private let problems = Problems()

    @Test(arguments: FaultyFiles.Fault.allCases)
    func everyFailingWriteCausesOnlyAnExactGap(fault: FaultyFiles.Fault) throws {
        var seed = Seed()
        let writes = Harness.count(small: 25, full: 2000)
        var lost = 0
        for write in 2...writes {
            var run = FailingRun(fault: fault, write: write, duration: Int.random(in: 1...6, using: &seed))
            let problem = try run.problem(&seed, in: folder.file("\(write).jsonl"))
            #expect(problem == nil, "\(fault), write \(write), \(seed)")
            lost += run.lost
            try FileManager.default.removeItem(atPath: folder.file("\(write).jsonl"))
            if problem != nil { break }
        }
        #expect((lost > 0) == fault.isHarmful, "\(seed)")
    }

    @Test func onAFullDiskTheStateIsNotEncodedAtEachDispatch() throws {
        let files = NarrowFiles()
        let barrier = SlowTally.Barrier()
        var state = Padded(tally: SlowTally(barrier: barrier), padding: String(repeating: "p", count: 1000))
        let recorder = Recorder<Padded, String>(
            program: "wide", version: "1", initialState: state, in: .file(folder.file()),
            options: RecorderOptions(snapshots: .every(1_000_000), onProblem: problems.note), run: .ticking(),
            layer: files)
        let reducer = recorder.recording { (state: inout Padded, _: String) in state.tally.count += 1 }
        let long = String(repeating: "x", count: 400)
        files.isNarrow.store(true)
        let before = barrier.encodedHere.count
        for _ in 1...1000 { reducer(&state, long) }
        // 100 seconds on the recorder's clock: the attempts are 0.1, 0.2, 0.4, … 25.6, 30 seconds apart.
        #expect((2...12).contains(barrier.encodedHere.count - before))
        files.isNarrow.store(false)
        recorder.finish()
        #expect(
            problems.messages == [
                "recording stopped at step 1: no space left on device",
                "the recording ends with step 1000; 1000 are missing",
            ])
        let journal = try Journal(opening: folder.file()).sound()
        #expect(try journal.index.gaps.first?.seq == 1)
        #expect(try journal.index.gaps.last?.through == 1000)
        #expect(try journal.index.actions == 0)
        #expect(journal.hasEnd)
    }

    @Test func withoutTheFirstLinesNoFileIsLeft() throws {
        let recorder = try Recorder.ticking(
            for: TotalProgram(), to: folder.file(), onProblem: problems.note,
            layer: FaultyFiles(.short, at: 1, count: 9))
        #expect(
            problems.all == [
                RecordingProblem(
                    .fileNotCreated,
                    "nothing is recorded: cannot write \(folder.file()): no space left on device")
            ])
        #expect(recorder.problem == problems.all.first)
        #expect(try folder.names() == [])
    }

    @Test func aMissingSnapshotIsReportedOnceUntilAnotherIsOnFile() throws {
        func state(_ count: Int) -> SealedCount { SealedCount(count, in: count < 40 ? 1...30 : 41...50) }
        let recorder = Recorder<SealedCount, TotalAction>(
            program: "sealed", version: "1", initialState: state(0), in: .file(folder.file()),
            options: RecorderOptions(snapshots: .every(1), onProblem: problems.note), run: .ticking())
        for count in 1...50 {
            recorder.commit(recorder.begin(.add(by: 1)), state(count))
            recorder.waitForSnapshots()
        }
        recorder.finish()
        #expect(problems.messages == [1, 41].map { "the snapshot of step \($0) is missing: it is sealed" })
        let journal = try Journal(opening: folder.file()).sound()
        #expect(try journal.index.actions == 50)
        #expect(try journal.index.gaps == [])
        #expect(journal.hasEnd)
    }
}
