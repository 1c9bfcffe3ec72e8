internal import TimelineJournal
package import TimelineKit
internal import TimelineSystem

/// Why something that is to be shared was not written.
package enum SharingFailure: Error, CustomStringConvertible {
    case file(FileError)
    case encoding(RealEncoding.Failure)

    package var description: String {
        switch self {
        case .file(let error): "\(error)"
        case .encoding(let failure): "the state cannot be encoded: \(failure)"
        }
    }
}
