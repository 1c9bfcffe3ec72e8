internal import TimelineJSON
internal import TimelineSystem

/// A problem that a recorder reports to the app. Nothing was thrown, and the app goes on.
///
///     let options = RecorderOptions(onProblem: { problem in
///         switch problem.kind {
///         case .fileNotCreated, .stopped, .endMissing: reportToServer(problem.message)
///         default: log(problem)
///         }
///     })
public struct RecordingProblem: Equatable, Sendable, CustomStringConvertible {
    /// What a problem is about.
    ///
    /// Later versions may report kinds that this version does not name, so a `switch` needs a `default`.
    public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind, which does not change from version to version: `stopped`.
        public let rawValue: String

        /// The kind with this name. Recorders report the kinds below.
        public init(rawValue: String) { self.rawValue = rawValue }

        public var description: String { rawValue }
    }

    /// What the problem is about.
    public let kind: Kind

    /// The number of the step that the problem begins with, where it belongs to one.
    public let step: Int?

    /// What happened, for people: a sentence without a full stop.
    public let message: String

    /// The message.
    public var description: String { message }

    package init(_ kind: Kind, step: Int? = nil, _ message: String) {
        self.kind = kind
        self.step = step
        self.message = message
    }

    /// What the message of a problem begins with that keeps the recording from beginning.
    static let nothingRecorded = "nothing is recorded: "

    /// The message without these words.
    package var reason: String {
        String(message.dropFirst(message.hasPrefix(Self.nothingRecorded) ? Self.nothingRecorded.count : 0))
    }
}

extension RecordingProblem.Kind {
    // MARK: - Nothing is recorded: `Recorder.problem`

    /// The file exists already. It is left as it is.
    public static let fileExists = Self(rawValue: "fileExists")

    /// The first file cannot be created or written, or something that is not a recorder's lies beside it as `PATH.status`.
    public static let fileNotCreated = Self(rawValue: "fileNotCreated")

    /// The folder cannot be created, or others could read or change what is recorded there.
    public static let folderNotUsable = Self(rawValue: "folderNotUsable")

    /// The first state cannot be encoded.
    public static let stateNotEncodable = Self(rawValue: "stateNotEncodable")

    /// The program's name breaks the rule of `Program.name`.
    public static let programNameInvalid = Self(rawValue: "programNameInvalid")

    /// What was to be hidden cannot be: a path is invalid, or the key is short.
    public static let redactionInvalid = Self(rawValue: "redactionInvalid")

    // MARK: - Live features

    /// An attached store does not show the state that a live feature gave it.
    public static let stateNotShown = Self(rawValue: "stateNotShown")

    // MARK: - Something is missing

    /// Steps from `step` on are not recorded until writing works again.
    public static let stopped = Self(rawValue: "stopped")

    /// Writing works again: a line of the file says which steps are missing. `step` is the first that is recorded again, or
    /// the last of the run.
    public static let gapWritten = Self(rawValue: "gapWritten")

    /// A mark is not on file.
    public static let markMissing = Self(rawValue: "markMissing")

    /// The snapshot of `step` is not on file.
    public static let snapshotMissing = Self(rawValue: "snapshotMissing")

    /// Opaque steps come faster than their states are encoded, so the thread that dispatches encodes some of them, from
    /// `step` on. Reported once.
    public static let snapshotsBehind = Self(rawValue: "snapshotsBehind")

    /// Actions of a type cannot be encoded. `step` is the first of them; each is recorded as its description, with a
    /// snapshot. Reported once for each type.
    public static let opaqueAction = Self(rawValue: "opaqueAction")

    /// A flight recorder could not begin its next segment, and goes on in the one that it has.
    public static let segmentMissing = Self(rawValue: "segmentMissing")

    /// The line that says that the run ended cleanly is not on file.
    public static let endMissing = Self(rawValue: "endMissing")

    /// Whether the last reducer returned will not be known after a crash.
    public static let statusMissing = Self(rawValue: "statusMissing")

    /// The disk did not confirm what was written, so it may be lost with the power.
    public static let notSynced = Self(rawValue: "notSynced")

    /// The file was deleted. What is recorded goes with the process.
    public static let fileDeleted = Self(rawValue: "fileDeleted")

    /// Another part of the app closed the file.
    public static let fileClosed = Self(rawValue: "fileClosed")

    /// Somebody else wrote to the file.
    public static let fileExtended = Self(rawValue: "fileExtended")

    /// This process was forked from the one that is recorded, and does not write to its recording.
    public static let forked = Self(rawValue: "forked")

    /// Somebody else cut the file short.
    public static let fileCut = Self(rawValue: "fileCut")

    /// Runs whose crash nobody has reported take more room than a flight recorder may keep.
    public static let retentionExceeded = Self(rawValue: "retentionExceeded")

    /// Two types of an `ActionTypes` list have one tag: actions of the second are recorded by their descriptions.
    public static let actionTypesClash = Self(rawValue: "actionTypesClash")
}

/// Where a recorder that nobody listens to speaks.
package enum StandardError {
    /// Writes one line. What is unprintable is written out, line feeds too: a problem may quote what another process wrote.
    package static func write(_ line: String) {
        var line = VisibleText.of(line) + "\n"
        line.withUTF8 { _ = FileDescriptor.write(UnsafeRawBufferPointer($0), to: 2) }
    }
}
