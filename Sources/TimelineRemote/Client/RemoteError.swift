/// Why an app does not do what was asked.
package enum RemoteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nobody is there, or went away.
    case unreachable(String, reason: String)
    /// Nobody told what would let it in.
    case noToken(TokenError)
    /// The host refused it.
    case refused(status: Int, reason: String)
    /// What answers is no host of ours.
    case foreign(String, reason: String)

    package var description: String {
        switch self {
        case .unreachable(let url, let reason): "the app at \(url) cannot be reached: \(reason)"
        case .noToken(let error): "\(error)"
        case .refused(let status, let reason): "the app refused: \(reason) (\(status))"
        case .foreign(let url, let reason): "what answers at \(url) is no host of a timeline: \(reason)"
        }
    }
}
