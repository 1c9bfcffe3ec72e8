import Foundation
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// Failures of the system, most of them real and in another process.
struct RecorderProblemTests {
    private let folder = TemporaryFolder()

    @Test func problemsHaveAKindAStepAndAMessage() throws {
        let problems = Problems()
        let recorder = try Recorder.ticking(
            for: TotalProgram(), to: folder.file(), onProblem: problems.note,
            layer: FaultyFiles(.noSpace, at: 3, count: 3))
        let reducer = recorder.recording(reduceTotal)
        var state = Total()
        for _ in 1...2 { reducer(&state, .add(by: 1)) }
        recorder.mark("checkout")
        for _ in 3...5 { reducer(&state, .add(by: 1)) }
        try FileManager.default.removeItem(atPath: folder.file())
        recorder.finish()
        reducer(&state, .reset)

        #expect(
            problems.all == [
                RecordingProblem(.stopped, step: 2, "recording stopped at step 2: no space left on device"),
                RecordingProblem(.markMissing, step: 2, "the mark \"checkout\" is missing: no space left on device"),
                RecordingProblem(.gapWritten, step: 5, "recording resumes at step 5; 3 are missing"),
                RecordingProblem(
                    .fileChanged, "\(folder.file()) was deleted: what is recorded is lost when the process ends"),
                RecordingProblem(.stopped, step: 6, "recording stopped at step 6: the recording was finished"),
            ])
    }

    @Test func missingStepsAndMarksAreReportedOnceWithTheirCount() async throws {
        let path = folder.file()
        await #expect(processExitsWith: .success) { [path = path as String] in
            let problems = Problems()
            let recorder = try Recorder.ticking(for: TotalProgram(), to: path, onProblem: problems.note)
            let reducer = recorder.recording(reduceTotal)
            var state = Total()
            func onAFullDisk() throws {
                try FullDisk.begin(at: path, leaving: 0)
                for number in 1...1000 {
                    reducer(&state, .add(by: 1))
                    recorder.mark("mark \(number)")
                }
            }
            try onAFullDisk()
            FullDisk.end()
            reducer(&state, .add(by: 1))
            try onAFullDisk()
            recorder.finish()
            FullDisk.end()
            // The status page shows the missing steps, which the file cannot.
            #expect(recorder.missing == 2000)
            #expect(try Journal(opening: path).lastReducedOnPage == 2001)
            #expect(
                problems.messages == [
                    "recording stopped at step 1: file too large", "the mark \"mark 1\" is missing: file too large",
                    "recording resumes at step 1001; 1000 are missing, and 999 more marks",
                    "recording stopped at step 1002: file too large", "the mark \"mark 1\" is missing: file too large",
                    "the end of the recording is missing, and the 1000 steps before it, and 999 more marks: file too large",
                ])
        }
        let journal = try Journal(opening: path).sound()
        #expect(try (journal.last, journal.index.actions) == (1001, 1))
    }

    @Test func aSnapshotAfterThatOfAGapIsDropped() throws {
        let (files, barrier, padding) = (NarrowFiles(), SlowTally.Barrier(), String(repeating: "p", count: 5000))
        func state(_ count: Int) -> Padded {
            Padded(tally: SlowTally(count: count, barrier: barrier), padding: padding)
        }
        let recorder = Recorder<Padded, String>(
            program: "wide", version: "1", initialState: state(0), in: .file(folder.file()),
            options: RecorderOptions(snapshots: .every(.zero), onProblem: { _ in }), run: .ticking(), layer: files)
        recorder.commit(recorder.begin("a"), state(1))
        barrier.waitForAnother()
        files.isNarrow.store(true)
        recorder.commit(recorder.begin(String(repeating: "x", count: 400)), state(2))
        files.isNarrow.store(false)
        recorder.commit(recorder.begin("c"), state(3))
        // The queue encoded the state of step 1 meanwhile.
        barrier.open()
        recorder.finish()
        let journal = try Journal(opening: folder.file()).sound()
        #expect(try journal.index.gaps.map { [$0.seq, $0.through] } == [[2, 2]])
        #expect(try journal.index.checkpoints.map(\.seq) == [0, 2, 3])
    }
}
