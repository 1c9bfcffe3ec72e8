internal import Dispatch
internal import FlyingSocks
internal import TimelineKit

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Finds the addresses of a host.
enum NameLookup {
    enum Address: Sendable {
        case four(sockaddr_in)
        case six(sockaddr_in6)
    }

    /// Why a name has no address.
    struct Failure: Error {
        let reason: String
    }

    /// A lookup that may outlast whoever waits for it.
    private final class Question: Sendable {
        private let waiting: Locked<CheckedContinuation<Result<[Address], Failure>?, Never>?>

        init(_ continuation: CheckedContinuation<Result<[Address], Failure>?, Never>) { waiting = Locked(continuation) }

        func answer(_ result: Result<[Address], Failure>?) {
            let continuation = waiting.withLock { $0.take() }
            continuation?.resume(returning: result)
        }
    }

    /// Lookups, which hold up their thread.
    private static let queue = DispatchQueue(label: "timeline.client.names", attributes: .concurrent)
    private static let alarms = DispatchQueue(label: "timeline.client.names.alarms")

    /// The addresses of `name`, IPv6 and IPv4, in the order of the system's choice; nil where the time is over.
    ///
    /// - Parameter name: A name, or an address as text, an IPv6 one without brackets. `localhost` is 127.0.0.1: the names
    ///   of this machine are not looked up, as the answer could be another machine.
    static func addresses(of name: String, port: UInt16, within time: Duration) async throws(Failure) -> [Address]? {
        let text = name == "localhost" ? "127.0.0.1" : name
        if let address = try? sockaddr_in.inet(ip4: text, port: port) { return [.four(address)] }
        if let address = try? sockaddr_in6.inet6(ip6: text, port: port) { return [.six(address)] }
        let (seconds, attoseconds) = time.components
        let result = await withCheckedContinuation { continuation in
            let question = Question(continuation)
            queue.async { question.answer(Result { () throws(Failure) in try lookUp(text, port) }) }
            alarms.asyncAfter(deadline: .now() + Double(seconds) + Double(attoseconds) / 1e18) { question.answer(nil) }
        }
        return try result?.get()
    }

    private static func lookUp(_ name: String, _ port: UInt16) throws(Failure) -> [Address] {
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
            throw Failure(reason: "the name \(name) has no address: \(why.map { String(cString: $0) } ?? "\(code)")")
        }
        defer { freeaddrinfo(first) }
        var found: [Address] = []
        var next = first
        while let entry = next?.pointee {
            next = entry.ai_next
            guard let address = entry.ai_addr else { continue }
            switch entry.ai_family {
            case AF_INET: found.append(.four(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in.self)))
            case AF_INET6: found.append(.six(UnsafeRawPointer(address).loadUnaligned(as: sockaddr_in6.self)))
            default: break
            }
        }
        return found
    }
}
