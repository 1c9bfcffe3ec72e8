/// What code of a reducer reports as a mistake of the app, such as the issues of a library: `verify` tells it with its step.
public enum ReducerIssue {
    @TaskLocal package static var note: (@Sendable (_ text: String) -> Void)?

    /// Notes an issue of the step that is replayed. Call it on the thread that reduces. Does nothing unless `verify` replays the step.
    public static func report(_ text: String) { note?(text) }
}
