import Foundation
import TestSupport
import Testing

@testable import TimelineKit

struct RecordingProblemTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func problemsHaveAKindAStepAndAMessage() throws {
        let problems = Problems()
        let recorder = Recorder<Counter, CounterAction>(
            program: "counter", version: "1", initialState: Counter(), in: .file(folder.file()),
            options: RecorderOptions(snapshots: .every(1_000_000), onProblem: problems.note), run: .ticking(),
            layer: FaultyFiles(.noSpace, at: 3, count: 3))
        let reducer = recorder.recording(reduceCounter)
        var state = Counter()
        for _ in 1...2 { reducer(&state, .add(by: 1)) }
        recorder.mark("checkout")
        for _ in 3...5 { reducer(&state, .add(by: 1)) }
        try FileManager.default.removeItem(atPath: folder.file())
        recorder.finish()
        reducer(&state, .reset)

        #expect(
            problems.all == [
                RecordingProblem(.stopped, step: 2, "recording stopped at step 2: no space left on device"),
                RecordingProblem(
                    .markMissing, step: 2, "the mark \"checkout\" is missing: no space left on device"),
                RecordingProblem(.gapWritten, step: 5, "recording resumes at step 5; 3 are missing"),
                RecordingProblem(
                    .fileDeleted, "\(folder.file()) was deleted: what is recorded is lost when the process ends"),
                RecordingProblem(.stopped, step: 6, "recording stopped at step 6: the recording was finished"),
            ])
        #expect(problems.all.map(\.message) == problems.messages)
    }

    @Test func aKindCanBeSwitchedOver() {
        func isAboutSteps(_ problem: RecordingProblem) -> Bool {
            switch problem.kind {
            case .stopped, .gapWritten: true
            default: false
            }
        }
        #expect(isAboutSteps(RecordingProblem(.stopped, step: 1, "")))
        #expect(!isAboutSteps(RecordingProblem(.init(rawValue: "of a later version"), "")))
        #expect(RecordingProblem.Kind.fileDeleted.description == "fileDeleted")
    }
}
