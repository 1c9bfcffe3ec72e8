internal import TimelineJournal

/// Why something that is to be shared was not written.
enum SharingFailure: Error, CustomStringConvertible {
    case file(FileError)
    case encoding(RealEncoding.Failure)

    var description: String {
        switch self {
        case .file(let error): "\(error)"
        case .encoding(let failure): "the state cannot be encoded: \(failure)"
        }
    }
}
