package import TimelineKit

/// Why there is no token for an app.
package enum TokenError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What `TIMELINE_TOKEN` holds is none.
    case variable
    case noFolder(String)
    /// The host is on another machine, whose tokens are not kept here.
    case elsewhere(String)
    case file(String, FileError)
    case empty(String)

    package var description: String {
        let advice = "Is the app running? TIMELINE_TOKEN may hold the token, too."
        return switch self {
        case .variable: "TIMELINE_TOKEN holds no token: it should be 64 hexadecimal digits"
        case .elsewhere(let address):
            "there is no token for \(address): the files hold those of 127.0.0.1 and localhost, and this machine's token is "
                + "shown to no other. Put the host's own into TIMELINE_TOKEN."
        case .noFolder(let url): "there is no token for \(url), as ~/.timeline is not there. \(advice)"
        case .file(let url, let error): "there is no token for \(url): \(error). \(advice)"
        case .empty(let file): "\(file) holds no token"
        }
    }
}
