public import Foundation
public import Testing
internal import TimelineDebugger
public import TimelineKit
internal import TimelineReplay

/// Expects that a program replays a recording as it ran, and keeps its invariants.
///
///     @Test func theRecordedRunsStillReplay() throws {
///         expectReplay(of: "Recordings/search.jsonl", program: CounterProgram())
///     }
///
/// Reduces the recorded actions again, compares each recorded state with the replayed one, and checks the program's invariants on
/// every state, as `timeline verify` does. The file needs at least one state to compare with, such as the one that
/// `Recorder.finish()` writes. Where that fails, it records an issue with the text of `timeline verify`: the difference, and its
/// cause as far as further replays show it.
///
/// - Parameters:
///   - file: The path of a timeline: a file, or a folder of its segments. It is relative to the folder of the test's file.
///   - sourceLocation: Where an issue is shown.
/// - Returns: Whether the expectation was met.
@discardableResult
public func expectReplay<P: Program>(
    of file: String, program: P, sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
    let problem: String
    do {
        let journal = try Journal(opening: sourceLocation.path(of: file), parsesAll: true)
        try journal.requireSound()
        let verification = try TimelineVerifier(program, journal).verify()
        if verification.result == .sound { return true }
        let counts =
            verification.counts.confirmed == 0
            ? "No recorded state confirms the \(verification.counts.steps) steps."
            : "\(verification.counts.skipped) of \(verification.counts.steps) steps were not replayed."
        let description = VerificationDescription(verification, journal, version: program.version)
        problem = "\(file): \(description.text(counts: counts))"
    } catch {
        problem = "\(error)"
    }
    Issue.record(Comment(rawValue: problem), sourceLocation: sourceLocation)
    return false
}

/// Expects the same of the recording at a file URL.
@discardableResult
public func expectReplay<P: Program>(
    of file: URL, program: P, sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
    expectReplay(of: file.path(percentEncoded: false), program: program, sourceLocation: sourceLocation)
}

extension SourceLocation {
    /// A path that is relative to the folder of the test's file: the current folder depends on who runs the tests.
    func path(of file: String) -> String {
        #if compiler(>=6.3)
            let test = filePath
        #else
            let test = _filePath
        #endif
        return URL(filePath: file, relativeTo: URL(filePath: test)).absoluteURL.path(percentEncoded: false)
    }
}
