import Foundation
import Synchronization

/// A host that is halted: the system accepts connections and bytes, and no response comes; or only a given one.
final class UnresponsiveHost: Sendable {
    let url: String
    private let descriptor: Int32
    private let taken = Mutex<[Int32]>([])

    /// - Parameters:
    ///   - path: The path of a Unix socket. Default: a port of 127.0.0.1.
    ///   - response: The response to a request.
    init(at path: String? = nil, responding response: (@Sendable (String) -> [UInt8])? = nil) throws {
        let descriptor = socket(path == nil ? AF_INET : AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        self.descriptor = descriptor
        if let path {
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
            url = "unix:\(path)"
            try Self.bind(descriptor, &address)
        } else {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = inet_addr("127.0.0.1")
            try Self.bind(descriptor, &address)
            url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        }
        guard listen(descriptor, 64) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
        guard let response else { return }
        Thread { [weak self] in
            while case let client = accept(descriptor, nil, nil), client >= 0 {
                self?.taken.withLock { $0.append(client) }
                var request = [UInt8](repeating: 0, count: 65536)
                let count = recv(client, &request, request.count, 0)
                let bytes = response(String(decoding: request.prefix(max(0, count)), as: UTF8.self))
                _ = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            }
        }.start()
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
        taken.withLock { $0.forEach { close($0) } }
    }

    /// Binds a socket, and stores its address.
    private static func bind<Address>(_ descriptor: Int32, _ address: inout Address) throws {
        var length = socklen_t(MemoryLayout<Address>.size)
        let failed = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Foundation.bind(descriptor, $0, length) != 0 || getsockname(descriptor, $0, &length) != 0
            }
        }
        if failed { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    /// The number of connections since the last call.
    func takeConnections() -> Int {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var count = 0
        while case let client = accept(descriptor, nil, nil), client >= 0 {
            close(client)
            count += 1
        }
        return count
    }
}
