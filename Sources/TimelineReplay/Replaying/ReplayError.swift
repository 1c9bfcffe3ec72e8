package import TimelineKit

/// A timeline cannot be replayed, or a state is not available.
public struct ReplayError: Error, Equatable, Sendable, CustomStringConvertible {
    package enum Cause: Equatable, Sendable {
        case journal(JournalError)
        case file(FileError)
        case undecodable(Migration.Part, seq: Int, file: String, line: Int, reason: String, MigrationAdvice)
        case incomparable(seq: Int, file: String, line: Int, reason: String)
        case unavailable(seq: Int, file: String, reason: String)
        case generated(seq: Int, file: String, RecordedValues.Mismatch)
        case noSuchStep(seq: Int, file: String, first: Int, last: Int)
        case noSuchPosition(seq: Int, file: String, first: Int, last: Int)
    }

    /// What went wrong. Later versions may add codes.
    public enum Code: Sendable {
        /// The file or folder cannot be read.
        case file
        /// The timeline is damaged, or is not a timeline.
        case journal
        /// Another program recorded the timeline.
        case program
        /// An action or a state cannot be decoded, or a state cannot be encoded.
        case coding
        /// The state cannot be known: it depends on steps that are not in the file, or that cannot be reduced again.
        case unavailable
        /// There is no such step or position.
        case position
        /// The reducer asked for other generated values than the recorded one did.
        case generated
    }

    package let cause: Cause

    /// The kind of the error, to switch over.
    public var code: Code {
        switch cause {
        case .journal(.unreadable), .journal(.unreadableWithin): .file
        case .journal(.foreign): .program
        case .journal: .journal
        case .file: .file
        case .undecodable, .incomparable: .coding
        case .unavailable: .unavailable
        case .generated: .generated
        case .noSuchStep, .noSuchPosition: .position
        }
    }

    package init(_ cause: Cause) { self.cause = cause }

    package init(_ error: JournalError) {
        switch error {
        case .unreadable(let error), .unreadableWithin(let error): cause = .file(error)
        default: cause = .journal(error)
        }
    }

    static func converting<Result>(
        _ body: @autoclosure () throws(JournalError) -> Result
    ) throws(ReplayError) -> Result {
        do throws(JournalError) { return try body() } catch { throw ReplayError(error) }
    }

    /// Encodes the state after step `seq`, which its depth or the app's own `encode(to:)` may prevent.
    package static func encode(
        _ state: some Encodable, at seq: Int, of file: String, sharing texts: (any KnownTexts)? = nil
    ) throws(ReplayError) -> JSONText {
        do throws(JSONCodingError) { return try JSONCoding.encode(state, known: texts) } catch {
            throw ReplayError(.unavailable(seq: seq, file: file, reason: "it cannot be encoded: \(error)"))
        }
    }

    package var isUnavailable: Bool { if case .unavailable = cause { true } else { false } }

    public var description: String {
        switch cause {
        case .journal(let error): error.description
        case .file(let error): error.description
        case .undecodable(let part, let seq, let file, let line, let reason, let advice):
            """
            \(file), line \(line): the program cannot decode the \(part.rawValue) of step \(seq): \(reason).
            \(advice)
            """
        case .incomparable(let seq, let file, let line, let reason):
            """
            \(file), line \(line): the snapshot of step \(seq) cannot be compared with what replay made: \
            the state cannot be encoded: \(reason)
            """
        case .unavailable(let seq, let file, let reason):
            "the state after step \(seq) of \(file) cannot be known: \(reason)"
        case .generated(let seq, let file, let mismatch):
            "the reducer of step \(seq) of \(file) diverges from the recorded one: \(mismatch)"
        case .noSuchStep(let seq, let file, let first, let last):
            "there is no step \(seq) in \(file): "
                + (first > last ? "it has no steps" : "it has steps \(first) to \(last)")
        case .noSuchPosition(let seq, let file, let first, let last):
            "there is no position \(seq) in \(file): it has positions \(first) to \(last)"
        }
    }
}
