import Foundation
import TimelineTestHarness

/// A host that answers every request with the same timeline.
final class StubHost: Sendable {
    let url: String
    private let descriptor: Int32

    init(timeline lines: String) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        self.descriptor = descriptor
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, length) == 0 && getsockname(descriptor, $0, &length) == 0
            }
        }
        guard isBound, listen(descriptor, 8) == 0 else { throw TestProcess.Failure(description: "no port is free") }
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
        let answer =
            "HTTP/1.1 200 OK\r\nContent-Type: application/jsonl\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "\(String(lines.utf8.count, radix: 16))\r\n\(lines)\r\n0\r\n\r\n"
        Thread {
            while case let client = accept(descriptor, nil, nil), client >= 0 {
                var bytes = [UInt8](repeating: 0, count: 65536)
                _ = recv(client, &bytes, bytes.count, 0)
                _ = answer.withCString { send(client, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
                close(client)
            }
        }.start()
    }

    deinit {
        shutdown(descriptor, Int32(SHUT_RDWR))
        close(descriptor)
    }
}
