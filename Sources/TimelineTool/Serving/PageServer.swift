internal import TimelineRemote

/// Serves a page at 127.0.0.1. `GET /` needs no token, as it returns the page without data; the first message on its WebSocket is the
/// token. `Host` must be exactly the server's address, and an `Origin` its own.
struct PageServer: Sendable {
    var url: String { listener.url }
    let token = RemoteToken()
    private let listener: ListeningSocket
    private var limits = HostLimits()

    /// A browser that reads nothing for `stallTime`, such as a halted one, leaves its connection to others.
    init(port: UInt16, stallTime: Duration = .seconds(30)) throws(ToolError) {
        limits.stallTime = stallTime
        do throws(HostError) { listener = try ListeningSocket(.loopback(port: port)) } catch {
            throw ToolError(.unavailable, "\(error). Pass another --port, or none for a free one.")
        }
    }

    @discardableResult
    func start(
        _ page: ServedPage, _ control: AppControl?, onFailure: @escaping @Sendable (ToolError) -> Void
    ) -> Task<Void, Never> {
        let (shell, policy) = PageTemplate.shell(port: listener.port)
        let headers = [
            "Content-Security-Policy: \(policy); frame-ancestors 'none'", "Referrer-Policy: no-referrer",
            "Cross-Origin-Opener-Policy: same-origin", "Cross-Origin-Resource-Policy: same-origin",
        ]
        // Only the address of the page's policy is a name of this server.
        let names = listener.names.filter { $0.hasPrefix("127.0.0.1") }
        let server = HTTPServer(
            listener: listener,
            validator: RequestValidator<PagePath>(
                hosts: names, origins: Set(names.map { "http://\($0)" }), token: nil, isReadOnly: true,
                limits: limits),
            respond: { _, _ in .whole(shell, type: "text/html; charset=utf-8", headers: headers) },
            beginSession: { [token] _ in PageSession(page, token, control) }
        ) { refused in
            // Browsers also request /favicon.ico. That the server ends is an error.
            if refused.status != 404, refused.status != 500 {
                StandardError.write("Warning: \(Layout.visible("\(refused)"))")
            }
        }
        return server.start { [url] reason in
            guard let reason else { return }
            onFailure(ToolError(.unavailable, "\(url) is not served any more: \(reason). Start this command again."))
        }
    }
}

enum PagePath: String, ServedPath {
    case page = "/"
    case socket = "/socket"

    var methods: [String] { ["GET"] }
    var isWebSocket: Bool { self == .socket }
    var parameterNames: [String] { [] }
}
