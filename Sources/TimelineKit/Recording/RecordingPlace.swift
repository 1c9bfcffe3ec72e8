/// Where a recording is put.
enum RecordingPlace {
    /// One file.
    case file(String)
    /// The segments of a flight recorder.
    case folder(String, name: String, Retention)

    var path: String {
        switch self {
        case .file(let path): path
        case .folder(let path, _, _): path
        }
    }
}
