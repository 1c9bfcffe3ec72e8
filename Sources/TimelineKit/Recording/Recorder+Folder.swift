/// The flight recorder: keeps the last of what the app did, as whole files in a folder.
extension Recorder {
    /// Begins a recording of `program` in segments, in a folder that may hold those of earlier runs.
    ///
    ///     let recorder = try Recorder(for: CounterProgram(), inFolder: "\(applicationSupport)/timelines")
    ///
    ///     timelines/counter-20261121T043105-0c8b41fe-000001.jsonl
    ///     timelines/counter-20261121T043105-0c8b41fe-000002.jsonl
    ///     timelines/counter-20261121T043105-0c8b41fe-000002.jsonl.status
    ///
    /// Each segment begins with a header and a snapshot, so it replays alone, and the segments of a run replay as one. The
    /// header's `dropped` says what is gone of the run: `{"segments":2,"through":812}`. The `.status` page lies beside the
    /// segment that is written, and goes with `finish()`: where it is left, the run did not end cleanly, and its segments
    /// stay until a file `counter-20261121T043105-0c8b41fe-segments.reported` says that the crash was reported. The
    /// segment that is written is locked (`flock`), so that others know that the run goes on.
    ///
    /// **Cost.** A segment is begun on the recorder's queue, with dispatch waiting for one file to be made. In an app that
    /// never rests for as long as its state takes to encode, one dispatch in each segment waits for that, too.
    ///
    /// - Parameters:
    ///   - folder: Made where it is not there, mode 0700; the folder above must be there. One that is a symbolic link,
    ///     is another user's, or that others may write to is refused.
    ///   - name: What the names of the files begin with: the program's name unless given.
    ///   - retention: How much to keep of this run and those before.
    ///   - snapshots: When to write the whole state.
    ///   - durability: What the recording survives: a crash, or a loss of power too.
    ///   - redaction: What to hide, beside the properties that are marked with `Redacted`.
    ///   - onProblem: Told what stands in the way of recording, as for a recording in one file.
    /// - Throws: Where the folder is refused, the first segment cannot be made, or the first state cannot be encoded.
    public convenience init(
        for program: some Program<State, Action>, inFolder folder: String, name: String? = nil,
        keeping retention: Retention = .standard, snapshots: SnapshotPolicy = .balanced,
        durability: Durability = .process, redaction: Redaction? = nil,
        onProblem: (@Sendable (RecordingProblem) -> Void)? = nil
    ) throws(RecorderError) {
        try self.init(
            program: program.name, version: program.version, initialState: program.initialState,
            in: .folder(folder, name: name ?? program.name, retention), snapshots: snapshots, durability: durability,
            redaction: redaction, run: .fresh(), encoding: .of(program), onProblem: onProblem)
    }

    /// The same for a store whose actions are of many types: `action` gives what stands for each of them.
    public convenience init<P: Program<State, ProgramAction>, ProgramAction>(
        for program: P, inFolder folder: String, name: String? = nil, keeping retention: Retention = .standard,
        snapshots: SnapshotPolicy = .balanced, durability: Durability = .process, redaction: Redaction? = nil,
        action: @escaping @Sendable (Action) -> ProgramAction?,
        onProblem: (@Sendable (RecordingProblem) -> Void)? = nil
    ) throws(RecorderError) {
        try self.init(
            program: program.name, version: program.version, initialState: program.initialState,
            in: .folder(folder, name: name ?? program.name, retention), snapshots: snapshots, durability: durability,
            redaction: redaction, run: .fresh(), encoding: .through(action), onProblem: onProblem)
    }
}
