#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

extension Recorder {
    /// The recorder that `timeline record --` asks for: a new one where the environment names a file in
    /// `TIMELINE_RECORD`, nil where it does not.
    ///
    /// Where that file cannot be made, the app runs on unrecorded, and `onProblem` is told why.
    ///
    ///     let recorder = Recorder.requested(for: CounterProgram())
    ///     let store = Store(program: CounterProgram(), middleware: [recorder?.middleware].compactMap(\.self))
    public static func requested(
        for program: some Program<State, Action>, snapshots: SnapshotPolicy = .balanced,
        durability: Durability = .process, redaction: Redaction? = nil,
        onProblem: (@Sendable (RecordingProblem) -> Void)? = nil
    ) -> Recorder? {
        requested(onProblem) { path throws(RecorderError) in
            try Recorder(
                for: program, to: path, snapshots: snapshots, durability: durability, redaction: redaction,
                onProblem: onProblem)
        }
    }

    /// The same for a store whose actions are of many types: `action` gives what stands for each of them.
    public static func requested<P: Program<State, ProgramAction>, ProgramAction>(
        for program: P, snapshots: SnapshotPolicy = .balanced, durability: Durability = .process,
        redaction: Redaction? = nil,
        action: @escaping @Sendable (Action) -> ProgramAction?,
        onProblem: (@Sendable (RecordingProblem) -> Void)? = nil
    ) -> Recorder? {
        requested(onProblem) { path throws(RecorderError) in
            try Recorder(
                for: program, to: path, snapshots: snapshots, durability: durability, redaction: redaction,
                action: action, onProblem: onProblem)
        }
    }

    private static func requested(
        _ onProblem: (@Sendable (RecordingProblem) -> Void)?, _ make: (String) throws(RecorderError) -> Recorder
    ) -> Recorder? {
        guard let path = getenv("TIMELINE_RECORD").map({ String(cString: $0) }), !path.isEmpty else { return nil }
        do throws(RecorderError) {
            return try make(path)
        } catch {
            let problem = RecordingProblem(.notStarted, "nothing is recorded: \(error)")
            if let onProblem { onProblem(problem) } else { StandardError.write("timeline: \(problem)") }
            return nil
        }
    }
}
