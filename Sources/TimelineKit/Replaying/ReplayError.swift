internal import TimelineJSON
package import TimelineJournal
internal import TimelineSystem

/// Why a state cannot be had from a timeline.
public struct ReplayError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Cause: Equatable, Sendable {
        case journal(JournalError)
        case file(FileError)
        /// The program's coding does not read what is on file.
        case undecodable(what: String, seq: Int, file: String, line: Int, reason: String)
        /// The state that replay made cannot be compared with the snapshot on this line.
        case incomparable(seq: Int, file: String, line: Int, reason: String)
        /// What led to this state is not on file.
        case unknowable(seq: Int, file: String, reason: String)
        case noSuchStep(seq: Int, file: String, first: Int, last: Int)
        case noSuchPosition(seq: Int, file: String, first: Int, last: Int)
        /// The timeline is another program's.
        case foreign(file: String, found: String, expected: String)
    }

    package let cause: Cause

    package init(_ cause: Cause) { self.cause = cause }

    package init(_ error: JournalError) {
        switch error {
        case .unreadable(let error), .unreadableWithin(let error): cause = .file(error)
        default: cause = .journal(error)
        }
    }

    /// Whether the question has no answer, rather than the file a fault.
    package var isUnknowable: Bool {
        if case .unknowable = cause { true } else { false }
    }

    public var description: String {
        switch cause {
        case .journal(let error): error.description
        case .file(let error): error.description
        case .undecodable(let what, let seq, let file, let line, let reason):
            """
            \(file), line \(line): the program cannot decode the \(what) of step \(seq): \(reason).
            The timeline was recorded by another version of the program, or was edited.
            """
        case .incomparable(let seq, let file, let line, let reason):
            """
            \(file), line \(line): the snapshot of step \(seq) cannot be compared with what replay made: \
            the state cannot be encoded: \(reason)
            """
        case .unknowable(let seq, let file, let reason):
            "the state after step \(seq) of \(file) cannot be known: \(reason)"
        case .noSuchStep(let seq, let file, let first, let last):
            "there is no step \(seq) in \(file): "
                + (first > last ? "it has no steps" : "it has steps \(first) to \(last)")
        case .noSuchPosition(let seq, let file, let first, let last):
            "there is no position \(seq) in \(file): it has positions \(first) to \(last)"
        case .foreign(let file, let found, let expected):
            "\(file) is a timeline of the program \"\(found)\", and this is \"\(expected)\""
        }
    }
}
