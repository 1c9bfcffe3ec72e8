internal import TimelineJournal
internal import TimelineSystem

/// The names of the files that a recording makes.
enum RecordingName {
    /// `episodes-20261121-043105.jsonl`, by the local clock; `timeline-…` where there is no valid name.
    static func now(of program: ProgramName?) -> String { now(program?.text ?? "timeline") }

    /// - Parameter name: Chosen by whoever runs the tool, and without a slash.
    static func now(_ name: String) -> String { "\(name)-\(SystemInfo.localTimestamp).jsonl" }
}
