import Foundation

/// A port of 127.0.0.1, or the path of a Unix socket.
package enum LocalAddress {
    case port(UInt16)
    case path(String)

    /// A socket that is connected to the address.
    package func connect() throws -> Int32 { try open { Foundation.connect($0, $1, $2) == 0 } }

    /// A socket that listens at the address. With port 0 the system chooses a port.
    package func listen() throws -> Int32 { try open { bind($0, $1, $2) == 0 && Foundation.listen($0, 64) == 0 } }

    /// The port of a socket that listens at 127.0.0.1.
    package static func port(of descriptor: Int32) -> UInt16 {
        var address = sockaddr_in()
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            _ = $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        return UInt16(bigEndian: address.sin_port)
    }

    private func open(_ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool) throws -> Int32 {
        switch self {
        case .port(let port):
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            return try Self.open(AF_INET, address, use)
        case .path(let path):
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
            return try Self.open(AF_UNIX, address, use)
        }
    }

    private static func open<Address>(
        _ family: Int32, _ address: Address, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Bool
    ) throws -> Int32 {
        let descriptor = socket(family, Int32(SOCK_STREAM.rawValue), 0)
        let isOpen = withUnsafePointer(to: address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                use(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
        guard isOpen else {
            let code = POSIXErrorCode(rawValue: errno) ?? .EIO
            close(descriptor)
            throw POSIXError(code)
        }
        return descriptor
    }
}
