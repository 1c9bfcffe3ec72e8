import Synchronization
import Testing
package import TimelineKit

extension RunIdentity {
    /// A run whose clock advances by a tenth of a second each time it is read.
    ///
    /// - Parameter scheduledWork: Collects scheduled work, for the test to run; nil to run it in real time.
    package static func ticking(scheduledWork: ScheduledWork? = nil) -> RunIdentity {
        let ticks = Ticks()
        var run = RunIdentity(
            session: "00000000-0000-4000-8000-000000000000", started: "2026-11-21T04:31:05.123456Z",
            now: { Moment(microseconds: ticks.next() * 100_000) }, stopwatch: { .zero })
        if let scheduledWork { run.schedule = { seconds, _, work in scheduledWork.add(seconds, work) } }
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

/// The timeline that `Recorder.ticking` records for `TotalProgram`, with these lines after the first snapshot.
package func tickingTimeline(_ lines: String...) -> String {
    sealed([tickingHeader(snapshots: "every 1000000 steps"), #"{"seq":0,"at":0.000000,"state":{"count":0}}"#] + lines)
}

extension Recorder {
    /// A recorder with a fixed session, whose clock advances by a tenth of a second each time it is read.
    package static func ticking(
        for program: some Program<State, Action>, to path: String, snapshots: SnapshotPolicy = .every(1_000_000),
        onProblem: (@Sendable (RecordingProblem) -> Void)? = { fatalError("\($0)") },
        layer: any FileLayer = SystemFiles()
    ) throws -> Recorder {
        Recorder(
            program: program.name, version: program.version, initialState: program.initialState,
            generatesValues: program.generatesValues, in: .file(path),
            options: RecorderOptions(snapshots: snapshots, onProblem: onProblem), run: .ticking(), layer: layer)
    }
}

/// The problem of a recorder of `TotalProgram` that starts in `destination`; nil if it records. Expects the recorder to report
/// the problem exactly once.
package func problemOnStart(in destination: RecordingDestination, options: RecorderOptions = RecorderOptions())
    -> RecordingProblem?
{
    let problems = Problems()
    var options = options
    options.onProblem = problems.note
    let recorder = Recorder(program: TotalProgram(), in: destination, options: options)
    #expect(problems.all == [recorder.problem].compactMap(\.self))
    #expect((recorder.path == nil) == (recorder.problem != nil))
    recorder.finish()
    return recorder.problem
}

/// Collects the problems that a recorder reports.
package final class Problems: Sendable {
    package init() {}

    private let list = Locked<[RecordingProblem]>([])

    /// The problems in the order of the reports.
    package var all: [RecordingProblem] { list.withLock { $0 } }
    package var messages: [String] { all.map(\.description) }
    package var note: @Sendable (RecordingProblem) -> Void { { problem in self.list.withLock { $0.append(problem) } } }
}

/// Collects scheduled work, which the test runs without waiting.
package final class ScheduledWork: Sendable {
    package init() {}

    private let scheduled = Locked<[(seconds: Double, work: @Sendable () -> Void)]>([])

    package func add(_ seconds: Double, _ work: @escaping @Sendable () -> Void) {
        scheduled.withLock { $0.append((seconds, work)) }
    }

    /// The delays of the scheduled work.
    package var seconds: [Double] { scheduled.withLock { $0.map(\.seconds) } }

    /// Runs the work that is scheduled so far.
    package func run() {
        let due = scheduled.withLock { scheduled in
            defer { scheduled = [] }
            return scheduled.map(\.work)
        }
        due.forEach { $0() }
    }
}
