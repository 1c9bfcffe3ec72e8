package enum RemoteError: Error, Equatable, Sendable, CustomStringConvertible {
    case unreachable(String, reason: String)
    /// The peer stopped responding: it may accept bytes, but sends none. Whether the request was served is unknown.
    case timedOut(String, after: Duration)
    case noToken(reason: String)
    case invalidToken
    case refused(status: Int, reason: String)
    case foreign(String, reason: String)

    package var description: String {
        switch self {
        case .unreachable(let url, let reason): "the app at \(url) cannot be reached: \(reason)"
        case .timedOut(let url, let time):
            "the app at \(url) did not respond within \(Self.seconds(time)): it is halted or busy"
        case .noToken(let reason): reason
        case .invalidToken: "TIMELINE_TOKEN is not a token: it must be 64 hexadecimal digits"
        case .refused(let status, let reason): "the app refused: \(reason) (\(status))"
        case .foreign(let url, let reason): "the peer at \(url) is not a timeline host: \(reason)"
        }
    }

    private static func seconds(_ time: Duration) -> String {
        let seconds = time / .seconds(1)
        if seconds == 1 { return "a second" }
        return seconds == seconds.rounded() ? "\(Int(seconds)) seconds" : "\(seconds) seconds"
    }
}
