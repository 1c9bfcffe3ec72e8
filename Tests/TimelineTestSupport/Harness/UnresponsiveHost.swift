import Foundation
import Synchronization

/// A halted host: the system accepts connections and bytes, but the host sends no response, or only a given one.
package final class UnresponsiveHost: Sendable {
    package let url: String
    private let descriptor: Int32
    private let isResponding: Bool
    private let taken = Mutex<[Int32]>([])

    /// - Parameters:
    ///   - path: The path of a Unix socket. Default: a port of 127.0.0.1.
    ///   - rest: What follows the response, a byte every 20 ms.
    ///   - response: The response to a request.
    package init(
        at path: String? = nil, thenSlowly rest: String = "",
        responding response: (@Sendable (String) -> [UInt8])? = nil
    ) throws {
        let descriptor = try (path.map { .path($0) } ?? LocalAddress.port(0)).listen()
        self.descriptor = descriptor
        isResponding = response != nil
        url = path.map { "unix:\($0)" } ?? "http://127.0.0.1:\(LocalAddress.port(of: descriptor))"
        guard let response else { return }
        Thread { [weak self] in
            // This thread closes what it uses: elsewhere, the next call could be for another socket with the number of a closed one.
            var taken: [Int32] = []
            defer { (taken + [descriptor]).forEach { close($0) } }
            while case let client = accept(descriptor, nil, nil), client >= 0 {
                taken.append(client)
                guard self?.taken.withLock({ $0.append(client) }) != nil else { return }
                let bytes = response(String(decoding: RawSocket.read(client), as: UTF8.self))
                var sent = send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
                for byte in rest.utf8 where sent > 0 {
                    Thread.sleep(forTimeInterval: 0.02)
                    sent = send(client, [byte], 1, Int32(MSG_NOSIGNAL))
                }
            }
        }.start()
    }

    deinit {
        taken.withLock { $0.forEach { shutdown($0, Int32(SHUT_RDWR)) } }
        shutdown(descriptor, Int32(SHUT_RDWR))
        if !isResponding { close(descriptor) }
    }

    /// The number of connections since the last call.
    package func takeConnections() -> Int {
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        var count = 0
        while case let client = accept(descriptor, nil, nil), client >= 0 {
            close(client)
            count += 1
        }
        return count
    }
}
