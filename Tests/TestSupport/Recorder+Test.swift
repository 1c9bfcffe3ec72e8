import Synchronization
import Testing
import TimelineJSON
import TimelineJournal

package import TimelineKit
import TimelineSystem

extension RunIdentity {
    /// A run whose clock advances by a tenth of a second each time it is read.
    ///
    /// - Parameter plan: Receives scheduled work, for the test to run; nil to run it in real time.
    package static func ticking(plan: PlannedWork? = nil) -> RunIdentity {
        let ticks = Ticks()
        var run = RunIdentity(
            session: "00000000-0000-4000-8000-000000000000", started: "2026-11-21T04:31:05.123456Z",
            now: { Moment(microseconds: ticks.next() * 100_000) })
        if let plan { run.schedule = { seconds, _, work in plan.add(seconds, work) } }
        return run
    }

    private final class Ticks: Sendable {
        private let count = Atomic<Int64>(0)
        package func next() -> Int64 { count.add(1, ordering: .relaxed).newValue }
    }
}

/// The header line of a recording by `Recorder.ticking`.
package func tickingHeader(_ program: String = "counter", version: String = "1.0.0", snapshots: String) -> String {
    #"{"timeline":1,"session":"00000000-0000-4000-8000-000000000000","program":"\#(program)","#
        + #""version":"\#(version)","started":"2026-11-21T04:31:05.123456Z","segment":1,"#
        + #""platform":\#(RunIdentity.platform),"snapshots":"\#(snapshots)","checksums":"crc32c"}"#
}

/// A recording of `CounterProgram` by `Recorder.ticking` with these lines after its first snapshot.
package func tickingCounter(_ lines: String...) -> String {
    sealed([tickingHeader(snapshots: "every 1000000 steps"), #"{"seq":0,"at":0.000000,"state":{"count":0}}"#] + lines)
}

extension Recorder {
    /// A recorder with a fixed session and clock.
    package static func ticking(
        for program: some Program<State, Action>, to path: String, snapshots: SnapshotPolicy = .every(1_000_000),
        onProblem: (@Sendable (RecordingProblem) -> Void)? = { fatalError("\($0)") }
    ) throws -> Recorder {
        Recorder(
            program: program.name, version: program.version, initialState: program.initialState, in: .file(path),
            options: RecorderOptions(snapshots: snapshots, onProblem: onProblem), run: .ticking())
    }
}

/// The problem of a counter's recorder; nil where it records. The recorder must report it exactly once.
package func startProblem(in destination: RecordingDestination, options: RecorderOptions = RecorderOptions())
    -> RecordingProblem?
{
    let problems = Problems()
    var options = options
    options.onProblem = problems.note
    let recorder = Recorder(program: CounterProgram(), in: destination, options: options)
    #expect(problems.all == [recorder.problem].compactMap(\.self))
    #expect((recorder.path == nil) == (recorder.problem != nil))
    recorder.finish()
    return recorder.problem
}

/// Collects the problems that a recorder reports.
package final class Problems: Sendable {
    package init() {}

    private let list = Locked<[RecordingProblem]>([])

    /// In the order of the reports.
    package var all: [RecordingProblem] { list.withLock { $0 } }

    package var messages: [String] { all.map(\.description) }

    package var note: @Sendable (RecordingProblem) -> Void {
        { problem in self.list.withLock { $0.append(problem) } }
    }
}

/// Scheduled work that the test runs, without waiting.
package final class PlannedWork: Sendable {
    package init() {}

    private let planned = Locked<[(seconds: Double, work: @Sendable () -> Void)]>([])

    package func add(_ seconds: Double, _ work: @escaping @Sendable () -> Void) {
        planned.withLock { $0.append((seconds, work)) }
    }

    /// The delays.
    package var seconds: [Double] { planned.withLock { $0.map(\.seconds) } }

    /// Runs the work that is scheduled so far.
    package func run() {
        let due = planned.withLock { planned in
            defer { planned = [] }
            return planned.map(\.work)
        }
        due.forEach { $0() }
    }
}
