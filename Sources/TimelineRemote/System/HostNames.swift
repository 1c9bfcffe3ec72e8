internal import TimelineLibc

enum HostNames {
    struct Error: Swift.Error, CustomStringConvertible {
        let description: String

        init(_ name: String, _ reason: String) { description = "the host name \(name) cannot be resolved: \(reason)" }
    }

    /// In the system's order of preference. Blocks its thread.
    static func addresses<Address>(
        of name: String, port: UInt16, ipv4: (sockaddr_in) -> Address, ipv6: (sockaddr_in6) -> Address
    ) throws(Error) -> [Address] {
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
            throw Error(name, why.map { String(cString: $0) } ?? "\(code)")
        }
        defer { freeaddrinfo(first) }
        var found: [Address] = []
        var next = first
        while let entry = next?.pointee {
            next = entry.ai_next
            guard let address = entry.ai_addr else { continue }
            switch entry.ai_family {
            case AF_INET: found.append(ipv4(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self)))
            case AF_INET6: found.append(ipv6(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self)))
            default: break
            }
        }
        guard !found.isEmpty else { throw Error(name, "it has neither an IPv4 nor an IPv6 address") }
        return found
    }
}
