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
