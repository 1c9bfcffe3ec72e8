internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineSystem

/// What ends a command: a message for standard error, and an exit status.
package struct ToolError: Error {
    /// The status to exit with.
    package let status: Int32
    /// What to say on standard error; nothing where it is empty.
    package let message: String

    package init(_ status: ExitStatus, _ message: String) {
        self.status = status.rawValue
        self.message = message
    }

    /// Ends with another process's status, and without a word.
    init(passing status: Int32) {
        self.status = status
        message = ""
    }

    /// The same end with more to say after the message.
    func followed(by after: String) -> ToolError { ToolError(status: status, message: "\(message)\n\(after)") }

    /// The same end with more to say before the message.
    func saying(_ before: String) -> ToolError { ToolError(status: status, message: before + message) }

    private init(status: Int32, message: String) {
        self.status = status
        self.message = message
    }

    /// A command that said all there is to say, and whose status is not 0.
    static func silent(_ status: ExitStatus) -> ToolError { ToolError(status, "") }

    init(_ error: JournalError) {
        // What was to be read may have to be copied first, for which there may be no room.
        if case .unreadable(let cause) = error, cause.isOfWriting {
            self.init(.cannotCreate, error.description)
        } else {
            self.init(error.isForeignOrDamaged ? .badFile : .usage, error.description)
        }
    }

    init(_ error: PositionError) {
        switch error {
        case .malformed: self.init(.usage, error.description)
        case .unreadable: self.init(.badFile, error.description)
        case .outOfRange, .noMark, .unreturned: self.init(.negative, error.description)
        }
    }

    init(_ error: ReplayError) {
        switch error.cause {
        case .journal(let error): self.init(error)
        case .file, .undecodable, .foreign: self.init(.badFile, error.description)
        case .noSuchStep: self.init(.usage, error.description)
        case .noSuchPosition: self.init(.negative, error.description)
        case .unknowable, .incomparable: self.init(.cannotTell, error.description)
        }
    }

    init(_ error: JSONPathError, in expression: String) {
        let marker = String(repeating: " ", count: error.column - 1) + "^"
        self.init(
            .usage,
            """
            this is no expression: \(error.reason)
              \(expression)
              \(marker) column \(error.column)
            """)
    }

    /// Any error that comes out of the rooms below.
    init(_ error: any Error) {
        switch error {
        case let error as ToolError: self = error
        case let error as JournalError: self.init(error)
        case let error as PositionError: self.init(error)
        case let error as ReplayError: self.init(error)
        case let error as FileError: self.init(.badFile, error.description)
        case let error as JSONPathError: self.init(.cannotTell, "the expression asks for too much: \(error.reason)")
        case let error as RedactingError:
            if case .unsearchable = error {
                self.init(.cannotTell, error.description)
            } else {
                self.init(.badFile, error.description)
            }
        case let error as CommandPredicateError: self.init(.fault, error.description)
        case let error as ChildProcess.StartError: self.init(.unavailable, error.description)
        case let error as BundleError:
            if case .replay(let error) = error { self.init(error) } else { self.init(.negative, error.description) }
        default: self.init(.fault, String(describing: error))
        }
    }
}
