internal import ArgumentParser
internal import TimelineRemote

struct AppArgument: ParsableArguments {
    @Argument(help: ArgumentHelp("The app: http://127.0.0.1:4000 or unix:/PATH.", valueName: "url"))
    var url: String

    static func isURL(_ text: String) -> Bool { text.hasPrefix("http://") || text.hasPrefix("unix:") }

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
        "timeline record --from \(address(of: url) ?? "URL") -o run.jsonl"
    }

    private static func address(of url: String) -> String? { RemoteAddress(url).map { "\($0)" } }

    /// Blocks the calling thread. The token never comes from an argument, which every process of the machine can read.
    static func withClient<Value: Sendable>(
        of url: String, _ body: @escaping @Sendable (inout RemoteClient) async throws -> Value
    ) throws -> Value {
        guard let address = RemoteAddress(url) else { throw ToolError(.usage, RemoteAddress.refusal(of: url)) }
        let client = RemoteClient(address, token: try RemoteToken.found(for: address))
        return try BlockingTask.run {
            var client = client
            return try await body(&client)
        }
    }
}
