/// A problem that a recorder reports to the app. It never stops the app.
///
///     let options = RecorderOptions(onProblem: { problem in
///         switch problem.kind {
///         case .fileNotCreated, .stopped, .endMissing: reportToServer(problem.message)
///         default: log(problem)
///         }
///     })
public struct RecordingProblem: Equatable, Sendable, CustomStringConvertible {
    /// The kind of a problem: its name. The kinds with a constant are those for which an app may do something else than report them.
    /// Later versions may add kinds.
    public struct Kind: Hashable, Sendable {
        /// The name of the kind, such as `stopped`. Later versions keep it.
        public let rawValue: String
    }

    /// The kind of this problem. A `switch` over it needs a `default`.
    public let kind: Kind

    /// The number of the step that the kind describes; nil if the problem concerns no step.
    public let step: Int?

    /// A message for people: one sentence, without a period.
    public let message: String

    public var description: String { message }

    package init(_ kind: Kind, step: Int? = nil, _ message: String) {
        (self.kind, self.step, self.message) = (kind, step, message)
    }

    static let nothingRecorded = "nothing is recorded: "

    /// The message without `nothingRecorded`.
    package var reason: String {
        String(message.dropFirst(message.hasPrefix(Self.nothingRecorded) ? Self.nothingRecorded.count : 0))
    }
}

extension RecordingProblem.Kind {
    // MARK: - The recording did not begin
    //
    // `Recorder.problem` returns these.

    /// The file exists. It is left untouched.
    package static let fileExists = Self(rawValue: "fileExists")

    /// The file, or the first segment, cannot be created or written; or a file `PATH.status` exists that no recorder wrote.
    static let fileNotCreated = Self(rawValue: "fileNotCreated")

    /// The folder cannot be created or used: its path is a link or a file, or it belongs to another user, or other users may
    /// write to it.
    static let folderNotUsable = Self(rawValue: "folderNotUsable")

    /// The first state cannot be encoded.
    static let stateNotEncodable = Self(rawValue: "stateNotEncodable")

    /// The program's name is invalid. See `Program.name`.
    static let programNameInvalid = Self(rawValue: "programNameInvalid")

    /// The redaction is invalid: a path cannot be parsed, or the key has fewer than 16 bytes.
    static let redactionInvalid = Self(rawValue: "redactionInvalid")

    // MARK: - Live features

    /// An attached store does not show the state that a live feature gave it.
    package static let stateNotShown = Self(rawValue: "stateNotShown")

    // MARK: - The recording began

    /// Steps from `step` on are not recorded until writing works again.
    public static let stopped = Self(rawValue: "stopped")

    /// Writing works again, and a `gap` line in the file names the missing steps. `step` is the first that is recorded again,
    /// or the last of the run.
    public static let gapWritten = Self(rawValue: "gapWritten")

    /// A mark was not written.
    static let markMissing = Self(rawValue: "markMissing")

    /// That the work of `step` was canceled was not written.
    static let cancellationMissing = Self(rawValue: "cancellationMissing")

    /// The snapshot of `step` was not written. Reported once, until another is on file.
    static let snapshotMissing = Self(rawValue: "snapshotMissing")

    /// Actions of a type cannot be encoded. `step` is the first of them. The recorder writes the description of each, and a
    /// snapshot. Reported once per type.
    public static let opaqueAction = Self(rawValue: "opaqueAction")

    /// A value that the reducer of `step` generated is not on file, so replay of that step diverges. A snapshot follows.
    package static let valueMissing = Self(rawValue: "valueMissing")

    /// The reducer generated a value, but the program does not declare `generatesValues`. Reported once.
    public static let valueNotDeclared = Self(rawValue: "valueNotDeclared")

    /// A flight recorder cannot create its next segment, and continues the current one.
    static let segmentNotCreated = Self(rawValue: "segmentNotCreated")

    /// The `end` line was not written.
    public static let endMissing = Self(rawValue: "endMissing")

    /// The status file cannot be written: after a crash it will not be known whether the last reducer returned.
    static let statusNotWritten = Self(rawValue: "statusNotWritten")

    /// A sync failed, so a loss of power may lose what was recorded.
    public static let notSynced = Self(rawValue: "notSynced")

    /// Other code deleted, closed, extended or truncated the file, as the message says. A flight recorder goes on in the next
    /// segment. What a deleted file holds is lost when the process ends.
    public static let fileChanged = Self(rawValue: "fileChanged")

    /// This process was forked from the one that is recorded, and is not recorded itself.
    package static let forked = Self(rawValue: "forked")

    /// Two types of an `ActionTypes` list have the same tag. For actions of the second, the recorder writes descriptions.
    static let actionTypesClash = Self(rawValue: "actionTypesClash")
}

package enum StandardError {
    /// Writes one line. Escapes unprintable characters and line feeds, since a problem may quote a file.
    package static func write(_ line: String) {
        var line = VisibleText.of(line) + "\n"
        line.withUTF8 { _ = FileDescriptor.write(UnsafeRawBufferPointer($0), to: 2) }
    }
}
