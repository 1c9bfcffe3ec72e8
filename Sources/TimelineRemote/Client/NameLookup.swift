internal import Dispatch
internal import FlyingSocks

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Resolves the names of hosts.
enum NameLookup {
    enum Address: Sendable {
        case ip4(sockaddr_in)
        case ip6(sockaddr_in6)
    }

    /// A name has no address.
    struct Error: Swift.Error {
        let reason: String
    }

    /// Lookups block their thread, and may outlast the timeout.
    private static let queue = DispatchQueue(label: "timeline.remote.names", attributes: .concurrent)

    static func isIP6(_ text: String) -> Bool { (try? sockaddr_in6.inet6(ip6: text, port: 0)) != nil }

    /// The IPv6 and IPv4 addresses of `name`, in the system's order of preference; nil on timeout.
    ///
    /// - Parameter name: A name, or an IP address, IPv6 without brackets. `localhost` is 127.0.0.1 and not looked up:
    ///   the answer could be another machine.
    static func addresses(of name: String, port: UInt16, within time: Duration) async throws -> [Address]? {
        let text = name == "localhost" ? "127.0.0.1" : name
        if let address = try? sockaddr_in.inet(ip4: text, port: port) { return [.ip4(address)] }
        if let address = try? sockaddr_in6.inet6(ip6: text, port: port) { return [.ip6(address)] }
        let (results, continuation) = AsyncStream<Result<[Address], Error>>.makeStream()
        queue.async {
            continuation.yield(Result { () throws(Error) in try resolve(text, port) })
            continuation.finish()
        }
        AsyncTimer.after(time) { continuation.finish() }
        for await result in results { return try result.get() }
        return nil
    }

    private static func resolve(_ name: String, _ port: UInt16) throws(Error) -> [Address] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        #if canImport(Glibc)
            hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            hints.ai_socktype = SOCK_STREAM
        #endif
        var first: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(name, "\(port)", &hints, &first)
        guard code == 0 else {
            let why = code == EAI_SYSTEM ? strerror(errno) : UnsafeMutablePointer(mutating: gai_strerror(code))
            throw Error(reason: "the name \(name) has no address: \(why.map { String(cString: $0) } ?? "\(code)")")
        }
        defer { freeaddrinfo(first) }
        var found: [Address] = []
        var next = first
        while let entry = next?.pointee {
            next = entry.ai_next
            guard let address = entry.ai_addr else { continue }
            switch entry.ai_family {
            case AF_INET: found.append(.ip4(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self)))
            case AF_INET6: found.append(.ip6(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self)))
            default: break
            }
        }
        return found
    }
}
