internal import TimelineJSON
internal import TimelineJournal

/// Writes generated values to the log of a recorder.
final class ValueRecorder: GeneratedValueWriter {
    private let recording: LockedWriteAheadLog
    private let redactor: RecordingRedactor
    /// Whether the program declares that it generates values.
    private let isDeclared: Bool

    init(_ recording: LockedWriteAheadLog, _ redactor: RecordingRedactor, isDeclared: Bool) {
        self.recording = recording
        self.redactor = redactor
        self.isDeclared = isDeclared
    }

    func write(_ value: some Encodable, _ name: String, ofStep seq: Int) {
        if !isDeclared {
            return recording.update { $0.reportUndeclared(name, at: seq) }
        }
        let text = Result { () throws(JSONCodingError) in try redactor.encode(value: value) }
        recording.update { $0.generated(text, name, ofStep: seq) }
    }
}
