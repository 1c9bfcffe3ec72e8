/// Why no bundle was made.
package enum BundleError: Error, Equatable, CustomStringConvertible {
    case tooLarge(file: String, bytes: Int, limit: Int)
    case replay(ReplayError)

    package var description: String {
        switch self {
        case .tooLarge(let file, let bytes, let limit):
            """
            a bundle of \(file) takes at least \(bytes) bytes, for one state and the step after it, and may take \(limit).
            Allow more with --max-bytes.
            """
        case .replay(let error): error.description
        }
    }
}
