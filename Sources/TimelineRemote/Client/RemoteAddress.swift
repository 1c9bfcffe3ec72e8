/// Where a host is, as people type it: `http://127.0.0.1:49213`, `127.0.0.1:49213` or `unix:/path/to/socket`.
package enum RemoteAddress: Equatable, Sendable, CustomStringConvertible {
    case host(name: String, port: UInt16)
    case unixSocket(path: String)

    /// nil where `text` is none.
    package init?(_ text: String) {
        if text.hasPrefix("unix:") {
            let path = text.dropFirst("unix:".count)
            guard path.hasPrefix("/") else { return nil }
            self = .unixSocket(path: String(path))
            return
        }
        var rest = text[...]
        if rest.hasPrefix("http://") { rest = rest.dropFirst("http://".count) }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        let parts = rest.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, let port = UInt16(parts[1]), port > 0 else { return nil }
        let letters = parts[0].allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "." || $0 == "-") }
        guard letters else { return nil }
        self = .host(name: String(parts[0]), port: port)
    }

    /// What `Host` says.
    var hostHeader: String {
        switch self {
        case .host(let name, let port): "\(name):\(port)"
        case .unixSocket: "localhost"
        }
    }

    package var description: String {
        switch self {
        case .host(let name, let port): "http://\(name):\(port)"
        case .unixSocket(let path): "unix:\(path)"
        }
    }

    /// Whether the host keeps its token in a file of this machine. Any other listener at that port must not be shown it.
    var isOfThisMachine: Bool {
        switch self {
        case .host(let name, _): name == "127.0.0.1" || name == "localhost"
        case .unixSocket: true
        }
    }

    /// Where the token of the host is, unless someone says otherwise.
    package var tokenFile: String? {
        switch self {
        case .host(_, let port): try? TokenFile.path(port: port, makes: false)
        case .unixSocket(let path): "\(path).token"
        }
    }
}
