package import TimelineKit
internal import TimelineSystem

extension RemoteToken {
    /// Why no token was found for a host.
    package enum LookupError: Error, Equatable, Sendable, CustomStringConvertible {
        /// `TIMELINE_TOKEN` does not hold a token.
        case variable
        /// There is no folder for token files.
        case noFolder(String)
        /// The host is not at 127.0.0.1 or localhost, for which alone token files are read.
        case notLocal(String)
        /// The token file cannot be read.
        case file(String, FileError)
        /// The token file holds no token.
        case empty(String)

        package var description: String {
            let advice = "Is the app running? The token may also be in TIMELINE_TOKEN."
            return switch self {
            case .variable: "TIMELINE_TOKEN is not a token: it should be 64 hexadecimal digits"
            case .notLocal(let address):
                "there is no token for \(address): token files are read for 127.0.0.1 and localhost only. Put the token of "
                    + "the host into TIMELINE_TOKEN."
            case .noFolder(let url): "there is no token for \(url): the folder ~/.timeline does not exist. \(advice)"
            case .file(let url, let error): "there is no token for \(url): \(error). \(advice)"
            case .empty(let file): "\(file) does not contain a token"
            }
        }
    }

    /// The token in `TIMELINE_TOKEN` or, if that is empty, in the host's token file. It is never a command-line argument, which
    /// every process of the machine can read.
    package static func found(for address: RemoteAddress) throws(LookupError) -> RemoteToken {
        if let text = Environment["TIMELINE_TOKEN"], !text.isEmpty {
            guard let token = RemoteToken(text) else { throw .variable }
            return token
        }
        guard address.isLocal else { throw .notLocal("\(address)") }
        guard let file = address.tokenFile else { throw .noFolder("\(address)") }
        do throws(FileError) {
            if let token = try TokenFile.read(file) { return token }
        } catch {
            throw .file("\(address)", error)
        }
        throw .empty(file)
    }
}
