/// How a recorder records. The defaults suit a shipped app.
///
///     let options = RecorderOptions(redaction: Redaction(actions: ["$.signedIn.password"]))
///     let recorder = Recorder(program: CounterProgram(), in: folder, options: options)
public struct RecorderOptions: Sendable {
    package let snapshots: SnapshotPolicy
    package let durability: Durability
    package let redaction: Redaction?
    package let retention: Retention
    package var onProblem: (@Sendable (RecordingProblem) -> Void)?
    /// Whether `onProblem` receives why nothing is recorded. The tool reports that itself.
    package var reportsStart = true

    /// Creates options. Every parameter has a default.
    ///
    /// - Parameters:
    ///   - snapshots: When the recorder writes a snapshot.
    ///   - durability: What the recording survives: a crash, or a loss of power too.
    ///   - redaction: Which values to hide, in addition to properties that are marked with `Redacted`.
    ///   - retention: How much a flight recorder keeps of this run and earlier ones: 64 MiB and 30 days. A recording in one file keeps
    ///     everything.
    ///   - onProblem: Receives each problem, on the thread that creates the recorder or dispatches, or on the recorder's queue. It must
    ///     not call `finish()`. The default writes one line to standard error.
    public init(
        snapshots: SnapshotPolicy = .balanced, durability: Durability = .process, redaction: Redaction? = nil,
        retention: Retention = Retention(bytes: 64 << 20, age: .seconds(30 * 86_400)),
        onProblem: (@Sendable (RecordingProblem) -> Void)? = nil
    ) {
        (self.snapshots, self.durability, self.redaction) = (snapshots, durability, redaction)
        (self.retention, self.onProblem) = (retention, onProblem)
    }
}

/// What a recording survives, and the cost.
public enum Durability: String, Equatable, Sendable, CaseIterable {
    /// Survives the end of the process by a crash, a trap or `SIGKILL`. The system has the action before its reducer runs;
    /// dispatch never waits for the disk. A loss of power, or a crash of the system, may lose the last seconds, about 30 on
    /// Linux. Costs one `write(2)` per action, a microsecond or two, and a smaller one after its reducer.
    case process

    /// Survives a loss of power, except for about the last second. The recorder's queue syncs the file a second after the
    /// first unsynced line, and after each snapshot: dispatch never waits for the disk.
    case timed

    /// Survives a loss of power with every action whose `begin` has returned. Each dispatch waits for the disk: about
    /// 0.1 ms on a fast drive, 10 ms or more on a slow one.
    case strict
}

/// How much a flight recorder keeps.
///
/// Over a limit, it deletes whole segments, the oldest first: those of runs that ended cleanly or were reported, then those of
/// this run, then those of runs that did not end cleanly and were not reported. It always keeps the current segment. A new segment begins when the current one has grown by an eighth of a limit or by the size
/// of the state, whichever is larger; at the latest at twice that.
public struct Retention: Equatable, Sendable {
    /// The most bytes that the segments of all runs may take together.
    package let bytes: Int
    /// The longest time since the last write to a segment; nil for no limit.
    package let age: Duration?

    /// - Parameters:
    ///   - bytes: 1 if it is less.
    ///   - age: 0 if it is less; nil for no limit.
    public init(bytes: Int, age: Duration? = nil) {
        self.bytes = max(1, bytes)
        self.age = age.map { max(.zero, $0) }
    }

    var seconds: Double { age.map { $0 / .seconds(1) } ?? .infinity }
}
