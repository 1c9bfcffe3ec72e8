public import Testing
public import TimelineKit

/// Records what a store does in a test, and attaches the recording to the test if it fails.
///
///     @Test func theCountIsNeverNegative() async throws {
///         try await withRecording(program: CounterProgram()) { recorder in
///             let store = Store(program: CounterProgram(), middleware: [recorder.middleware])
///             store.dispatch(.add(by: -1))
///             #expect(store.state.count >= 0)
///         }
///     }
///
/// The recorder writes to a temporary file, which is removed afterwards. If `body` throws or records an issue, the recording is
/// attached to the test as `NAME.jsonl`. `swift test --attachments-path FOLDER` saves it, and `timeline bisect` finds the step in
/// it. A recording that cannot be read is an issue of its own. Issues of detached tasks do not count.
///
/// - Parameters:
///   - program: The program of the store.
///   - options: The options of the recorder.
///   - sourceLocation: Where the attachment is shown.
///   - body: Dispatches actions, and expects what they lead to. The recording ends when it returns.
/// - Throws: What `body` throws.
public func withRecording<P: Program>(
    program: P, options: RecorderOptions = RecorderOptions(), sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @Sendable (Recorder<P.State, P.Action>) async throws -> Void
) async throws {
    let (error, failed) = await failedRecording(of: program, options, body)
    switch failed {
    case .success(let bytes)?: Attachment.record(bytes, named: "\(program.name).jsonl", sourceLocation: sourceLocation)
    case .failure(let error)?: Issue.record("no recording is attached: \(error)", sourceLocation: sourceLocation)
    case nil: break
    }
    if let error { throw error }
}
