internal import TimelineJournal
internal import TimelineSystem

/// Where a recorder puts what it records.
public enum RecordingPlace: Equatable, Sendable {
    /// One new file, `.jsonl` by custom. It must not exist; its owner alone can read it.
    case file(String)

    /// A flight recorder: keeps the last of what the app did, as segments in a folder that may hold those of earlier runs.
    /// How much it keeps is `RecorderOptions.retention`.
    ///
    ///     timelines/counter-20261121T043105-0c8b41fe-000001.jsonl
    ///     timelines/counter-20261121T043105-0c8b41fe-000002.jsonl
    ///     timelines/counter-20261121T043105-0c8b41fe-000002.jsonl.status
    ///
    /// The recorder creates the folder, mode 0700; the folder above must exist. It refuses a symbolic link, another user's
    /// folder and one that others may write to. `name` begins the names of the files; the default is the program's name.
    ///
    /// Each segment begins with a header and a snapshot, so it replays alone, and the segments of a run replay as one. The
    /// header's `dropped` counts what is gone of the run: `{"segments":2,"through":812}`. The `.status` file goes with
    /// `finish()`: where it is left, the run did not end cleanly, and its segments stay until a file
    /// `counter-20261121T043105-0c8b41fe-segments.reported` shows that the crash was reported. The recorder locks the
    /// segment that it writes (`flock`), so that other processes know that the run goes on.
    ///
    /// Where `timeline record --` runs the app, the file that it asks for takes the place of the folder.
    ///
    /// **Cost.** A segment begins on the recorder's queue, and dispatch waits while its file is created. In an app that
    /// never rests for as long as its state takes to encode, one dispatch in each segment waits for that, too.
    case folder(String, name: String? = nil)

    /// The file that `timeline record --` asks for in the environment, as `TIMELINE_RECORD`. Without that request, nothing
    /// is recorded, and that is no problem.
    case requested

    /// The file or folder to record into, and whether `timeline record --` asks for it; nil where there is none.
    var resolved: (place: RecordingPlace, isRequested: Bool)? {
        if case .file = self { return (self, false) }
        if let file = RecordingRequest.file { return (.file(file), true) }
        return self == .requested ? nil : (self, false)
    }

    /// The file or folder; empty where it is not known yet.
    var path: String {
        switch self {
        case .file(let path), .folder(let path, _): path
        case .requested: ""
        }
    }
}

/// What `timeline record --` and the app that it runs say to each other, through the environment.
package enum RecordingRequest {
    /// Names the file to record into.
    package static let fileVariable = "TIMELINE_RECORD"
    /// Names the file that takes the reason why nothing is recorded.
    package static let problemVariable = "TIMELINE_RECORD_PROBLEM"

    static var file: String? { variable(fileVariable) }

    /// Leaves the reason why nothing is recorded, for `timeline record --` to repeat.
    static func write(_ problem: RecordingProblem) {
        guard let path = variable(problemVariable) else { return }
        try? OutputFile.write(Array(problem.reason.utf8), to: path, replacing: true)
    }

    private static func variable(_ name: String) -> String? {
        Environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
