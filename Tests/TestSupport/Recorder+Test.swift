import Synchronization
import Testing
import TimelineJSON
import TimelineJournal

package import TimelineKit
import TimelineSystem

extension RunIdentity {
    /// A run whose clock goes on by a tenth of a second each time it is read.
    ///
    /// - Parameter plan: Takes what is to be done later, for a test to do; without, it is done in its time.
    package static func ticking(plan: PlannedWork? = nil) -> RunIdentity {
        let ticks = Ticks()
        var run = RunIdentity(
            session: "00000000-0000-4000-8000-000000000000", started: "2026-11-21T04:31:05.123456Z",
            now: { Moment(microseconds: ticks.next() * 100_000) })
        if let plan { run.later = { seconds, _, work in plan.add(seconds, work) } }
        return run
    }

    private final class Ticks: Sendable {
        private let count = Atomic<Int64>(0)
        package func next() -> Int64 { count.add(1, ordering: .relaxed).newValue }
    }
}

/// The header of a recording by `Recorder.ticking`, as it stands on file.
package func tickingHeader(_ program: String = "counter", version: String = "1.0.0", snapshots: String) -> String {
    #"{"timeline":1,"session":"00000000-0000-4000-8000-000000000000","program":"\#(program)","#
        + #""version":"\#(version)","started":"2026-11-21T04:31:05.123456Z","segment":1,"#
        + #""platform":\#(RunIdentity.platform),"snapshots":"\#(snapshots)","checksums":"crc32c"}"#
}

extension Recorder {
    /// A recorder whose run and clock are known.
    package static func ticking(
        for program: some Program<State, Action>, to path: String, snapshots: SnapshotPolicy = .every(1_000_000),
        onProblem: (@Sendable (RecordingProblem) -> Void)? = { fatalError("\($0)") }
    ) throws -> Recorder {
        Recorder(
            program: program.name, version: program.version, initialState: program.initialState, in: .file(path),
            options: RecorderOptions(snapshots: snapshots, onProblem: onProblem), run: .ticking())
    }
}

/// Why no counter is recorded there; nil where one is. The recorder reports it once.
package func refusal(in place: RecordingPlace, options: RecorderOptions = RecorderOptions()) -> RecordingProblem? {
    let problems = Problems()
    var options = options
    options.onProblem = problems.note
    let recorder = Recorder(program: CounterProgram(), in: place, options: options)
    #expect(problems.all == [recorder.problem].compactMap(\.self))
    #expect((recorder.path == nil) == (recorder.problem != nil))
    recorder.finish()
    return recorder.problem
}

/// Keeps what a recorder tells.
package final class Problems: Sendable {
    package init() {}

    private let list = Locked<[RecordingProblem]>([])

    /// All of them, in the order in which they were reported.
    package var all: [RecordingProblem] { list.withLock { $0 } }

    package var told: [String] { all.map(\.description) }

    package var note: @Sendable (RecordingProblem) -> Void {
        { problem in self.list.withLock { $0.append(problem) } }
    }
}
