import Foundation
import Testing
import TimelineDebugger
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// Other code writes to a recording while it is made.
struct ForeignBytesTests {
    private let folder = TemporaryFolder()
    private let problems = Problems()

    private func problem(_ path: String) -> RecordingProblem {
        RecordingProblem(
            .fileChanged, "\(path) has bytes that another process wrote: `timeline repair` makes a copy without them")
    }

    private func recorder(snapshots: SnapshotPolicy) throws -> Recorder<Total, TotalAction> {
        try .ticking(for: TotalProgram(), to: folder.file(), snapshots: snapshots, onProblem: problems.note)
    }

    @Test func foreignBytesAreReportedOnceAtTheNextSnapshot() throws {
        let recorder = try recorder(snapshots: .every(4))
        let reducer = recorder.recording(reduceTotal)
        var state = Total()
        for step in 1...20 {
            if step == 6 || step == 11 { try append("warning: low memory".utf8, to: folder.file()) }
            reducer(&state, .add(by: 1))
            recorder.waitForSnapshots()
            #expect(problems.all == (step < 8 ? [] : [problem(folder.file())]), "step \(step)")
        }
        recorder.finish()
        #expect(problems.all == [problem(folder.file())])
        #expect(throws: JournalError.self) { try Journal(opening: folder.file()).requireSound() }
        let salvage = try Salvage(of: folder.file())
        #expect(salvage.report.unknowns == [])
        #expect(salvage.report.droppedCount == 2)
        let copy = try Journal(salvage).sound(.strict)
        #expect(try copy.index.end?.actions == 20)
    }

    @Test func foreignBytesAreReportedAtTheEnd() throws {
        let recorder = try recorder(snapshots: .every(1_000_000))
        recorder.commit(recorder.begin(.add(by: 1)), Total(count: 1))
        try append("x\n".utf8, to: folder.file())
        recorder.finish()
        #expect(problems.all == [problem(folder.file())])
    }

    @Test func foreignBytesAreReportedAtTheNextSegment() throws {
        let place = folder.file("timelines")
        let recorder = Recorder<Total, TotalAction>(
            program: "counter", version: "1", initialState: Total(), in: .folder(place, name: "counter"),
            options: RecorderOptions(
                snapshots: .every(1_000_000), durability: .process, retention: Retention(bytes: 8000),
                onProblem: problems.note), run: .ticking())
        let first = "\(place)/\(try #require(FileManager.default.contentsOfDirectory(atPath: place).min()))"
        try append("x".utf8, to: first)
        let reducer = recorder.recording(reduceTotal)
        var state = Total()
        // The next segment begins on this thread.
        for _ in 1...60 { reducer(&state, .add(by: 1)) }
        recorder.finish()
        #expect(problems.all == [problem(first)])
    }
}
