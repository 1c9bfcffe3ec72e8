internal import Dispatch
internal import FlyingSocks
internal import TimelineKit

/// As people type it: `http://127.0.0.1:49213`, `http://[::1]:49213`, `mac.local:49213` or `unix:/path/to/socket`.
package enum RemoteAddress: Equatable, Sendable, CustomStringConvertible {
    /// A name in lower case, or an IP address, IPv6 without brackets.
    case host(name: String, port: UInt16)
    case unixSocket(path: String)

    /// Nil also if `text` holds a secret.
    package init?(_ text: String) {
        if Self.holdsSecret(text) { return nil }
        if let path = Self.rest(of: text, after: "unix:") {
            guard path.hasPrefix("/") else { return nil }
            self = .unixSocket(path: String(path))
            return
        }
        var rest = Self.rest(of: text, after: "http://") ?? text[...]
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        guard let colon = rest.lastIndex(of: ":"), let port = UInt16(rest[rest.index(after: colon)...]), port > 0 else {
            return nil
        }
        var name = rest[..<colon]
        if name.hasPrefix("["), name.hasSuffix("]") {
            name = name.dropFirst().dropLast()
            guard name.contains(":"), Self.numeric(String(name), port: port) != nil else { return nil }
        } else {
            let letters = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) }
            guard letters, !name.isEmpty else { return nil }
        }
        self = .host(name: name.lowercased(), port: port)
    }

    /// Schemes are written in any case (RFC 3986, section 3.1).
    private static func rest(of text: String, after scheme: String) -> Substring? {
        text.prefix(scheme.count).lowercased() == scheme ? text.dropFirst(scheme.count) : nil
    }

    package static func hasScheme(_ text: String) -> Bool {
        rest(of: text, after: "http://") != nil || rest(of: text, after: "unix:") != nil
    }

    /// Whether its host is `localhost` or an IP address, so that its text is hardly the name of a file.
    package var isNumeric: Bool {
        guard case .host(let name, let port) = self else { return false }
        return name == "localhost" || Self.numeric(name, port: port) != nil
    }

    package static func holdsSecret(_ text: String) -> Bool {
        let isMasked = RemoteToken.masked(in: text) != text || text.contains("…")
        if rest(of: text, after: "unix:") != nil { return isMasked && (text.contains("?") || text.contains("@")) }
        let rest = text.firstRange(of: "://").map { text[$0.upperBound...] } ?? text[...]
        return isMasked || rest.contains("?") || rest.prefix { $0 != "/" }.contains("@")
    }

    /// Never quotes a secret.
    package static func refusal(of text: String) -> String {
        holdsSecret(text)
            ? "the address of an app must not contain a user name, password or token, which other processes could see: "
                + "pass it as http://127.0.0.1:4000, and put the token into TIMELINE_TOKEN"
            : "\"\(text)\" is not the address of an app: pass one like http://127.0.0.1:4000 or unix:/path/to/socket"
    }

    private static func authority(_ name: String, _ port: UInt16) -> String {
        name.contains(":") ? "[\(name)]:\(port)" : "\(name):\(port)"
    }

    var hostHeader: String {
        switch self {
        case .host(let name, let port): Self.authority(name, port)
        case .unixSocket: "localhost"
        }
    }

    package var description: String {
        switch self {
        case .host(let name, let port): "http://\(Self.authority(name, port))"
        case .unixSocket(let path): "unix:\(path)"
        }
    }

    /// Other listeners at the port, such as one at ::1, may belong to another user, and must not get this machine's token.
    var isLocal: Bool {
        switch self {
        case .host(let name, _): name == "127.0.0.1" || name == "localhost"
        case .unixSocket: true
        }
    }

    func tokenFile(createsFolder: Bool = false) throws(FileError) -> String {
        switch self {
        case .host(_, let port): try TokenFile.path(port: port, createsFolder: createsFolder)
        case .unixSocket(let path): "\(path).token"
        }
    }

    // MARK: - Resolving

    /// Lookups block their thread, and may outlast the timeout.
    private static let lookups = DispatchQueue(label: "timeline.remote.names", attributes: .concurrent)

    /// Nil if the text is no IP address.
    static func numeric(_ ip: String, port: UInt16) -> (any SocketAddress)? {
        func parsed(_ address: @autoclosure () throws -> some SocketAddress) -> (any SocketAddress)? { try? address() }
        return parsed(try .inet(ip4: ip, port: port)) ?? parsed(try .inet6(ip6: ip, port: port))
    }

    /// Nil on timeout. `localhost` is 127.0.0.1 and not looked up: the answer could be another machine.
    static func resolve(_ name: String, port: UInt16, within time: Duration) async throws -> [any SocketAddress]? {
        let text = name == "localhost" ? "127.0.0.1" : name
        if let address = numeric(text, port: port) { return [address] }
        let (results, continuation) = AsyncStream<Result<[any SocketAddress], HostNames.Error>>.makeStream()
        lookups.async {
            continuation.yield(
                Result { () throws(HostNames.Error) in
                    try HostNames.addresses(of: text, port: port, ipv4: { $0 }, ipv6: { $0 })
                })
            continuation.finish()
        }
        AsyncTimer.after(time) { continuation.finish() }
        for await result in results { return try result.get() }
        return nil
    }
}
