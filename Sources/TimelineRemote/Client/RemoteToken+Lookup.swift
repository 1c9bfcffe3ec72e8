package import TimelineKit
internal import TimelineSystem

extension RemoteToken {
    /// No token was found for a host.
    package enum LookupError: Error, Equatable, Sendable, CustomStringConvertible {
        /// `TIMELINE_TOKEN` does not hold a token.
        case variable
        /// There is no folder for token files.
        case noFolder(String)
        /// The host is on another machine, whose token files are not here.
        case elsewhere(String)
        /// The token file cannot be read.
        case file(String, FileError)
        /// The token file holds no token.
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

    /// The token in `TIMELINE_TOKEN` or, if that is empty, in the host's token file. It is never an argument, which
    /// every process of the machine can read.
    package static func found(for address: RemoteAddress) throws(LookupError) -> RemoteToken {
        if let text = Environment["TIMELINE_TOKEN"], !text.isEmpty {
            guard let token = RemoteToken(text) else { throw .variable }
            return token
        }
        guard address.isLocal else { throw .elsewhere("\(address)") }
        guard let file = address.tokenFile else { throw .noFolder("\(address)") }
        do throws(FileError) {
            if let token = try TokenFile.read(file) { return token }
        } catch {
            throw .file("\(address)", error)
        }
        throw .empty(file)
    }
}
