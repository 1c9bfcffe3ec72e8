internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay
internal import TimelineRemote

struct ToolError: Error, Equatable {
    let status: Int32
    /// The message for standard error; an empty one is not written.
    let message: String

    init(_ status: ExitStatus, _ message: String = "") { self.init(status: status.rawValue, message: message) }

    private init(status: Int32, message: String) { (self.status, self.message) = (status, message) }

    /// Ends the tool as a child process ended, without a message. As in shells, a signal becomes 128 plus its number.
    static func passing(_ ending: ChildProcess.Ending) -> ToolError {
        switch ending {
        case .exited(let status): ToolError(status: Int32(status), message: "")
        case .signaled(let signal): ToolError(status: 128 + signal, message: "")
        }
    }

    /// `problem` precedes the message of the error that `body` throws.
    static func mapping<Result>(
        _ body: @autoclosure () throws -> Result, _ problem: String = "", as status: ExitStatus = .usage
    ) throws(ToolError) -> Result {
        do { return try body() } catch { throw ToolError(status, "\(problem)\(error)") }
    }

    func appending(_ text: String) -> ToolError { ToolError(status: status, message: message + text) }

    func prepending(_ text: String) -> ToolError { ToolError(status: status, message: text + message) }
}

// MARK: - Errors of other modules

extension ToolError {
    init(_ error: any Error) { self = ToolError(known: error) ?? ToolError(.internalError, String(describing: error)) }

    /// Returns nil for errors of the argument parser, and others that have no exit status of their own.
    init?(known error: any Error) {
        switch error {
        case let error as ToolError: self = error
        case let error as JournalError: self.init(error)
        case let error as PositionError: self.init(error)
        case let error as ReplayError: self.init(error)
        case is JSONCodingError: self.init(.cannotTell, "a value of the program cannot be encoded: \(error)")
        case let error as RemoteError: self.init(error)
        case let error as RequestError: self.init(.usage, error.reason)
        case let error as FileError:
            self = error.isOfWriting ? OutputOption.cannotCreate(error) : ToolError(.badFile, "\(error)")
        case let error as JSONPathError: self.init(.cannotTell, "the expression is too expensive: \(error.reason)")
        case RedactingError.file(let error) where error.isOfWriting: self = OutputOption.cannotCreate(error)
        case RedactingError.unsearchable: self.init(.cannotTell, "\(error)")
        case is RedactingError: self.init(.badFile, "\(error)")
        case is DerivedTimeline.EditError: self.init(.negative, "\(error)")
        case is StatePath.Error, is TrapReport.TrapError, is SharedStateError: self.init(.cannotTell, "\(error)")
        case let error as ContradictionError: self = error.toolError("whether a state is bad", prints: false)
        case is CommandPredicateError: self.init(.internalError, "\(error)")
        case is ChildProcess.StartError: self.init(.unavailable, "\(error)")
        case BundleError.noState: self.init(.cannotTell, "there is no bundle: \(BundleError.noState)")
        case let error as BundleError:
            self.init(.negative, "there is no bundle: \(error).\nAllow more with --max-bytes.")
        default: return nil
        }
    }

    init(_ error: JournalError) {
        // A failed write means that there is no room for a temporary copy of the input.
        if case .unreadable(let cause) = error, cause.isOfWriting {
            self.init(.cannotCreate, error.description)
        } else {
            self.init(error.isForeignOrDamaged ? .badFile : .usage, error.description)
        }
    }

    init(_ error: PositionError) {
        switch error {
        case .malformed: self.init(.usage, error.description)
        case .outOfRange, .afterEnd, .noMark, .unreturned: self.init(.negative, error.description)
        }
    }

    private init(_ error: ReplayError) {
        switch error.cause {
        case .journal(let error): self.init(error)
        case .file, .undecodable: self.init(.badFile, error.description)
        case .noSuchStep: self.init(.usage, error.description)
        case .noSuchPosition, .generated: self.init(.negative, error.description)
        case .unavailable, .incomparable: self.init(.cannotTell, error.description)
        }
    }

    init(_ error: RemoteError) {
        switch error {
        case .invalidToken: self.init(.usage, error.description)
        case .noToken, .unreachable, .timedOut, .foreign: self.init(.unavailable, error.description)
        case .refused(let status, _):
            switch status {
            case 404, 409: self.init(.negative, error.description)
            case 400, 413, 422: self.init(.usage, error.description)
            default: self.init(.unavailable, error.description)
            }
        }
    }

    init(_ error: JSONPathError, in expression: String) {
        let marker = String(repeating: " ", count: error.column - 1) + "^"
        self.init(
            .usage,
            """
            invalid expression: \(error.reason)
              \(expression)
              \(marker) column \(error.column)
            """)
    }
}
