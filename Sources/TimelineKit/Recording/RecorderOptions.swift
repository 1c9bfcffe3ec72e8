/// How a recorder records. The defaults suit an app that people use.
///
///     let options = RecorderOptions(redaction: Redaction(actions: ["$.signedIn.password"]))
///     let recorder = Recorder(program: CounterProgram(), in: folder, options: options)
public struct RecorderOptions: Sendable {
    /// When to write the whole state.
    public var snapshots: SnapshotPolicy

    /// What the recording survives: a crash, or a loss of power too.
    public var durability: Durability

    /// What to hide, beside the properties that are marked with `Redacted`.
    public var redaction: Redaction?

    /// How much a flight recorder keeps of this run and those before. A recording in one file keeps everything.
    public var retention: Retention

    /// Receives what stands in the way of recording, on the thread that creates the recorder or dispatches, or on the
    /// recorder's queue. It must not call `finish()`. Where it is nil, the recorder writes one line to standard error.
    public var onProblem: (@Sendable (RecordingProblem) -> Void)?

    /// Whether `onProblem` receives why nothing is recorded. The tool reports that itself.
    package var reportsStart = true

    /// Options that differ from the defaults in what is given.
    public init(
        snapshots: SnapshotPolicy = .balanced, durability: Durability = .process, redaction: Redaction? = nil,
        retention: Retention = .standard, onProblem: (@Sendable (RecordingProblem) -> Void)? = nil
    ) {
        self.snapshots = snapshots
        self.durability = durability
        self.redaction = redaction
        self.retention = retention
        self.onProblem = onProblem
    }
}

/// What a recording survives, and what that costs.
public enum Durability: String, Equatable, Sendable, CaseIterable {
    /// Survives whatever ends the process: a crash, a trap, `SIGKILL`. An action is with the system before its reducer
    /// runs; nothing waits for the disk. Where the power fails or the system itself crashes, the system's last seconds of
    /// writing, some 30 on Linux, may be lost. Costs one `write(2)` an action, a microsecond or two.
    case process

    /// Survives a loss of power too, but for the last second or so. What was written is synced to the disk a second after
    /// the first line that was not, and after each snapshot, on the recorder's own queue: dispatch never waits for it.
    case timed

    /// Survives a loss of power with every action whose `begin` has returned. Each dispatch waits for the disk on the
    /// thread that dispatches: some 0.1 ms on a fast drive, 10 ms and more on a slow one.
    case strict
}
