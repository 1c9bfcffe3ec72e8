/// Where a recorder writes.
public enum RecordingDestination: Equatable, Sendable {
    /// One new file, mode 0600, by convention `NAME.jsonl`. The recorder creates missing folders above it, mode 0700.
    /// Not in the container of an app group: see `folder`.
    case file(String)

    /// A flight recorder: keeps the last steps of the app, as segments in a folder that also holds those of earlier runs.
    /// `RecorderOptions.retention` limits their size and age.
    ///
    ///     timelines/counter-20261121T043105-0c8b41fe-000001.jsonl
    ///     timelines/counter-20261121T043105-0c8b41fe-000002.jsonl
    ///     timelines/counter-20261121T043105-0c8b41fe-000002.jsonl.status
    ///
    /// The recorder creates the folder, and those above it that are missing, mode 0700. It refuses a symbolic link, another user's folder
    /// and a folder that other users may write to. File names begin with `name`; the default is the program's name.
    ///
    /// Each segment begins with a header and a snapshot, so it replays alone; the segments of a run replay as one timeline.
    /// The header's `dropped` counts deleted segments of the run: `{"segments":2,"through":812}`. `finish()` removes the
    /// `.status` file. A run that leaves it did not end cleanly, and until a file
    /// `counter-20261121T043105-0c8b41fe-segments.reported` shows that the crash was reported, the recorder deletes its segments
    /// after those of other runs.
    ///
    /// The recorder locks the current segment (`flock`), so that other processes see that the run goes on. So do not record into
    /// the container of an app group: iOS ends a suspended app that holds a lock there (`0xdead10cc`).
    ///
    /// Where `timeline record --` runs the app, the recorder writes to the requested file instead.
    ///
    /// **Cost.** Dispatch waits while the recorder's queue creates the file of a segment. If the app dispatches without a
    /// pause while its state is encoded, one dispatch in each segment waits for the encoding too.
    case folder(String, name: String? = nil)

    /// The file that `timeline record --` requests in the environment, as `TIMELINE_RECORD`. Without a request, nothing is
    /// recorded, and no problem is reported.
    case requested

    var resolved: (destination: RecordingDestination, isRequested: Bool)? {
        if case .file = self { return (self, false) }
        if let file = RecordingRequest.file { return (.file(file), true) }
        return self == .requested ? nil : (self, false)
    }

    var path: String {
        switch self {
        case .file(let path), .folder(let path, _): path
        case .requested: ""
        }
    }
}

/// The environment variables between `timeline record --` and the app that it runs.
package enum RecordingRequest {
    package static let fileVariable = "TIMELINE_RECORD"
    /// The file for the reason why nothing is recorded.
    package static let problemVariable = "TIMELINE_RECORD_PROBLEM"

    static var file: String? { variable(fileVariable) }

    /// Exists beside the file for the reason if a recorder writes the requested file.
    package static func marker(_ problemFile: String) -> String { "\(problemFile).recorded" }

    /// Writes the reason why nothing is recorded, for `timeline record --` to repeat, or the marker.
    static func note(_ problem: RecordingProblem?) {
        guard let path = variable(problemVariable) else { return }
        let (text, file) = problem.map { ($0.reason, path) } ?? ("", marker(path))
        try? OutputFile.write(Array(text.utf8), to: file, replacing: true)
    }

    private static func variable(_ name: String) -> String? { Environment[name].flatMap { $0.isEmpty ? nil : $0 } }
}
