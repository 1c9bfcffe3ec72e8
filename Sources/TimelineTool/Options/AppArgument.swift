internal import ArgumentParser
internal import TimelineJSON
internal import TimelineKit
internal import TimelineRemote

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A running app that a command is about.
struct AppArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The app: http://127.0.0.1:4000 or unix:/PATH.", valueName: "url"))
    var url: String

    func client() throws(ToolError) -> RemoteClient { try Self.client(for: url) }

    /// Whether `text` names an app and no file.
    static func isURL(_ text: String) -> Bool { text.hasPrefix("http://") || text.hasPrefix("unix:") }

    /// A client of the app at `url`, with the token of `TIMELINE_TOKEN` or of the host's file. It is never an argument, which
    /// every process of the machine can see.
    static func client(for url: String) throws(ToolError) -> RemoteClient {
        guard let address = RemoteAddress(url) else {
            throw ToolError(
                .usage, "\"\(url)\" names no app: it should be like http://127.0.0.1:4000, or unix: and a path from /")
        }
        return RemoteClient(address, token: try token(for: address))
    }

    private static func token(for address: RemoteAddress) throws(ToolError) -> RemoteToken {
        if let text = getenv("TIMELINE_TOKEN").map({ String(cString: $0) }) {
            guard let token = RemoteToken(text) else {
                throw ToolError(.usage, "TIMELINE_TOKEN holds no token: it should be 64 hexadecimal digits")
            }
            return token
        }
        let advice = "Is the app running? TIMELINE_TOKEN may hold the token, too."
        guard let file = address.tokenFile else {
            throw ToolError(.unavailable, "there is no token for \(address), as ~/.timeline is not there. \(advice)")
        }
        do throws(FileError) {
            if let token = try TokenFile.read(file) { return token }
        } catch {
            throw ToolError(.unavailable, "there is no token for \(address): \(error). \(advice)")
        }
        throw ToolError(.unavailable, "\(file) holds no token")
    }
}

extension ToolError {
    init(_ error: RemoteError) {
        switch error {
        case .unreachable, .foreign: self.init(.unavailable, error.description)
        case .refused(let status, _):
            switch status {
            case 404, 409: self.init(.negative, error.description)
            case 400, 413, 422: self.init(.usage, error.description)
            default: self.init(.unavailable, error.description)
            }
        }
    }
}
