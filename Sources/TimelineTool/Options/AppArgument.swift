internal import ArgumentParser
internal import TimelineRemote

/// A running app that a command is about.
struct AppArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The app: http://127.0.0.1:4000 or unix:/PATH.", valueName: "url"))
    var url: String

    func client() throws(ToolError) -> RemoteClient { try Self.client(for: url) }

    /// Whether `text` names an app and no file.
    static func isURL(_ text: String) -> Bool { text.hasPrefix("http://") || text.hasPrefix("unix:") }

    /// Refuses the address of an app where a file is read, and says how its timeline becomes one.
    static func requireFile(_ text: String) throws(ToolError) {
        guard isURL(text) else { return }
        // It would stand in what is printed.
        if RemoteAddress.holdsSecret(text) { throw ToolError(.usage, RemoteAddress.refusal(of: text)) }
        throw ToolError(
            .usage,
            "\(name(of: text) ?? "the URL") names a running app, and this command reads a file. Take its timeline "
                + "first:\n  \(taking(text))")
    }

    /// The command that makes a file of what an app has recorded.
    static func taking(_ url: String) -> String { "timeline record --from \(name(of: url) ?? "URL") -o run.jsonl" }

    /// What names the app, and no more: a token may have been pasted with it.
    private static func name(of url: String) -> String? { RemoteAddress(url).map { "\($0)" } }

    /// A client of the app at `url`, with the token of `TIMELINE_TOKEN` or of the host's file. It is never an argument, which
    /// every process of the machine can see.
    static func client(for url: String) throws(ToolError) -> RemoteClient {
        guard let address = RemoteAddress(url) else {
            throw ToolError(.usage, RemoteAddress.refusal(of: url))
        }
        return RemoteClient(address, token: try token(for: address))
    }

    private static func token(for address: RemoteAddress) throws(ToolError) -> RemoteToken {
        do throws(RemoteToken.LookupError) { return try RemoteToken.found(for: address) } catch {
            throw ToolError(.noToken(error))
        }
    }
}

extension ToolError {
    init(_ error: RemoteError) {
        switch error {
        case .noToken(let error): self.init(error == .variable ? .usage : .unavailable, error.description)
        case .unreachable, .timedOut, .foreign: self.init(.unavailable, error.description)
        case .refused(let status, _):
            switch status {
            case 404, 409: self.init(.negative, error.description)
            case 400, 413, 422: self.init(.usage, error.description)
            default: self.init(.unavailable, error.description)
            }
        }
    }
}
