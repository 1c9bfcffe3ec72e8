internal import FlyingSocks

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A socket that listens, and what clients call the host behind it.
struct ListeningSocket: Sendable {
    let socket: Socket
    let url: String
    /// What `Host` may be.
    let names: Set<String>
    /// 0 for a socket in the file system.
    let port: UInt16
    /// A socket in the file system, to be removed at the end.
    let path: String?

    init(_ address: HostAddress) throws(HostError) {
        do {
            switch address {
            case .loopback(let port):
                socket = try Self.bound(to: try sockaddr_in.inet(ip4: "127.0.0.1", port: port))
                self.port = try Self.port(of: socket)
                names = Self.names(["127.0.0.1", "localhost"], self.port)
                url = "http://127.0.0.1:\(self.port)"
                path = nil
            case .openToOtherMachines(let ip, let port, let names):
                guard
                    (try? sockaddr_in.inet(ip4: ip, port: port)) != nil
                        || (try? sockaddr_in6.inet6(ip6: ip, port: port)) != nil
                else {
                    throw HostError(
                        "cannot listen at \(Self.name(address)): the address should be that of an interface, such as "
                            + "192.168.1.5, or 0.0.0.0 for all")
                }
                socket =
                    if ip.contains(":") {
                        try Self.bound(to: try sockaddr_in6.inet6(ip6: ip, port: port))
                    } else {
                        try Self.bound(to: try sockaddr_in.inet(ip4: ip, port: port))
                    }
                self.port = try Self.port(of: socket)
                self.names = names
                let host = ip.contains(":") ? "[\(ip)]" : ip
                url = "http://\(host):\(self.port)"
                path = nil
            case .unixSocket(let path):
                try Self.clear(path)
                socket = try Self.bound(to: sockaddr_un.unix(path: path), file: path)
                port = 0
                names = ["localhost"]
                url = "unix:\(path)"
                self.path = path
            }
        } catch let error as HostError {
            throw error
        } catch {
            throw HostError("cannot listen at \(Self.name(address)): \(Self.reason(error))")
        }
    }

    func close() {
        try? socket.close()
        if let path { unlink(path) }
    }

    private static func bound(to address: some SocketAddress, file: String? = nil) throws -> Socket {
        let socket = try Socket(domain: Int32(type(of: address).family), type: .stream)
        do {
            _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
            if file == nil { try socket.setValue(true, for: .localAddressReuse) }
            try socket.bind(to: address)
            // Nobody gets in before it listens.
            if let file, chmod(file, 0o600) != 0 { throw SocketError.makeFailed("Mode") }
        } catch {
            try? socket.close()
            throw error
        }
        try socket.listen()
        return socket
    }

    /// Removes a socket of a run that ended. One that answers is someone's, and whatever else is there is kept.
    private static func clear(_ path: String) throws {
        let longest = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1
        guard path.utf8.count <= longest else {
            throw HostError("cannot listen at \(path): the path of a socket has at most \(longest) bytes")
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw HostError("cannot listen at \(path): something that is no socket is there")
        }
        let probe = try Socket(domain: AF_UNIX, type: .stream)
        defer { try? probe.close() }
        guard (try? probe.connect(to: sockaddr_un.unix(path: path))) == nil else {
            throw HostError("cannot listen at \(path): another host listens there")
        }
        unlink(path)
    }

    private static func port(of socket: Socket) throws -> UInt16 {
        switch try socket.sockname() {
        case .ip4(_, let port), .ip6(_, let port): port
        case .unix: 0
        }
    }

    private static func names(_ hosts: [String], _ port: UInt16) -> Set<String> {
        Set(hosts.map { "\($0):\(port)" } + (port == 80 ? hosts : []))
    }

    private static func name(_ address: HostAddress) -> String {
        switch address {
        case .loopback(let port): "127.0.0.1:\(port)"
        case .unixSocket(let path): path
        case .openToOtherMachines(let address, let port, _): "\(address):\(port)"
        }
    }

    private static func reason(_ error: any Error) -> String {
        guard case SocketError.failed(_, _, let message) = error else { return "\(error)" }
        return message.prefix(1).lowercased() + message.dropFirst()
    }
}
