/// Why an app does not do what was asked.
package enum RemoteError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Nobody is there, or went away.
    case unreachable(String, reason: String)
    /// It takes what is sent, or even that not, and says nothing for so long. Whether it does what was asked is not known.
    case silent(String, after: Duration)
    /// Nobody told what would let it in.
    case noToken(TokenError)
    /// The host refused it.
    case refused(status: Int, reason: String)
    /// What answers is no host of ours.
    case foreign(String, reason: String)

    package var description: String {
        switch self {
        case .unreachable(let url, let reason): "the app at \(url) cannot be reached: \(reason)"
        case .silent(let url, let time):
            "the app at \(url) has not answered within \(Self.seconds(time)): it is halted, or busy"
        case .noToken(let error): "\(error)"
        case .refused(let status, let reason): "the app refused: \(reason) (\(status))"
        case .foreign(let url, let reason): "what answers at \(url) is no host of a timeline: \(reason)"
        }
    }

    private static func seconds(_ time: Duration) -> String {
        let seconds = time / .seconds(1)
        if seconds == 1 { return "a second" }
        return seconds == seconds.rounded() ? "\(Int(seconds)) seconds" : "\(seconds) seconds"
    }
}
