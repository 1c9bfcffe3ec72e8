internal import ArgumentParser
internal import TimelineKit
internal import TimelineRemote

struct AppArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The app: http://127.0.0.1:4000 or unix:/PATH.", valueName: "url"))
    var url: String

    /// Also of `127.0.0.1:4000`, where no file has that name.
    static func isURL(_ text: String) -> Bool {
        RemoteAddress.hasScheme(text) || RemoteAddress(text)?.isNumeric ?? false && !FileStatus.exists(text)
    }

    static func requireFile(_ text: String) throws(ToolError) {
        guard isURL(text) else { return }
        // The message must not repeat a token.
        if RemoteAddress.holdsSecret(text) { throw ToolError(.usage, RemoteAddress.refusal(of: text)) }
        throw ToolError(
            .usage,
            "\(address(of: text) ?? "the URL") is a running app, and this command reads a file. Take its timeline "
                + "first:\n  \(recordCommand(for: text))")
    }

    static func recordCommand(for url: String) -> String {
        "timeline record --from \(address(of: url).map(Layout.argument) ?? "URL") -o run.jsonl"
    }

    private static func address(of url: String) -> String? { RemoteAddress(url).map { "\($0)" } }

    /// The token never comes from an argument, which every process of the machine can read.
    static func client(of url: String) throws -> RemoteClient {
        guard let address = RemoteAddress(url) else { throw ToolError(.usage, RemoteAddress.refusal(of: url)) }
        return RemoteClient(address, token: try RemoteToken.found(for: address))
    }

    /// Blocks the calling thread.
    static func withClient<Value: Sendable>(
        of url: String, _ body: @escaping @Sendable (inout RemoteClient) async throws -> Value
    ) throws -> Value {
        let client = try client(of: url)
        return try BlockingTask.run {
            var client = client
            return try await body(&client)
        }
    }
}
