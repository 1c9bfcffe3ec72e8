internal import FlyingSocks
internal import TimelineKit

package struct ListeningSocket: Sendable {
    private struct Refusal: Error, CustomStringConvertible {
        let description: String

        init(_ description: String) { self.description = description }
    }

    let socket: Socket
    let address: RemoteAddress
    /// The allowed values of `Host`.
    package let names: Set<String>

    package var url: String { "\(address)" }

    /// 0 for a Unix socket.
    package var port: UInt16 { if case .host(_, let port) = address { port } else { 0 } }

    package init(_ address: HostAddress) throws(HostError) {
        do {
            switch address {
            case .loopback(let wanted):
                socket = try Self.bound(to: .inet(ip4: "127.0.0.1", port: wanted))
                let port = try Self.port(of: socket)
                self.address = .host(name: "127.0.0.1", port: port)
                let hosts = ["127.0.0.1", "localhost"]
                names = Set(hosts.map { "\($0):\(port)" } + (port == 80 ? hosts : []))
            case .openToOtherMachines(let ip, let port, let names):
                guard let interface = RemoteAddress.numeric(ip, port: port) else {
                    throw Refusal(
                        "the address must be that of an interface, such as 192.168.1.5, or 0.0.0.0 for all")
                }
                socket = try Self.bound(to: interface)
                self.address = .host(name: ip, port: try Self.port(of: socket))
                self.names = names
            case .unixSocket(let path):
                try Self.removeUnused(path)
                socket = try Self.bound(to: .unix(path: path), path: path)
                self.address = .unixSocket(path: path)
                names = ["localhost"]
            }
        } catch {
            throw HostError(.address, "cannot listen at \(Self.name(address)): \(SocketError.reason(error))")
        }
    }

    func close() {
        try? socket.close()
        if case .unixSocket(let path) = address { FileSystem.remove(path) }
    }

    private static func bound(to address: some SocketAddress, path: String? = nil) throws -> Socket {
        let socket = try Socket(domain: Int32(type(of: address).family), type: .stream)
        do {
            SocketDescriptor(socket.file.rawValue).closeOnExec()
            if path == nil { try socket.setValue(true, for: .localAddressReuse) }
            try socket.bind(to: address)
            // Before it listens, so that no other user can connect.
            if let path, !SocketDescriptor.restrictToOwner(path) { throw SocketError.makeFailed("Mode") }
            try socket.listen()
        } catch {
            try? socket.close()
            throw error
        }
        return socket
    }

    /// Keeps a socket that another host listens at, and any other file.
    private static func removeUnused(_ path: String) throws {
        guard path.utf8.count <= SocketDescriptor.maxPathBytes else {
            throw Refusal("the path of a socket has at most \(SocketDescriptor.maxPathBytes) bytes")
        }
        guard let status = FileStatus(path) else { return }
        guard status.kind == .socket else { throw Refusal("a file that is not a socket exists there") }
        guard try !isListening(at: .unix(path: path)) else { throw Refusal("another host listens there") }
        FileSystem.remove(path)
    }

    private static func isListening(at address: some SocketAddress) throws -> Bool {
        let probe = try Socket(domain: Int32(type(of: address).family), type: .stream)
        defer { try? probe.close() }
        return (try? probe.connect(to: address)) != nil
    }

    private static func port(of socket: Socket) throws -> UInt16 {
        switch try socket.sockname() {
        case .ip4(_, let port), .ip6(_, let port): port
        case .unix: 0
        }
    }

    private static func name(_ address: HostAddress) -> String {
        switch address {
        case .loopback(let port): "127.0.0.1:\(port)"
        case .unixSocket(let path): path
        case .openToOtherMachines(let address, let port, _): "\(address):\(port)"
        }
    }
}
