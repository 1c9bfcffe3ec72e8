internal import Foundation
internal import TimelineKit
internal import TimelineRemote

final class PageSocket {
    private let descriptor: Int32
    private var buffer: [UInt8] = []

    /// Connects, and sends the token.
    init(port: UInt16, token: String) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        address.sin_port = port.bigEndian
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        guard isConnected else { throw BenchmarkError(description: "nothing listens at port \(port)") }
        write(
            Array(
                """
                GET /socket HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nOrigin: http://127.0.0.1:\(port)\r\n\
                Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
                Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n
                """.utf8))
        let end = Array("\r\n\r\n".utf8)
        while buffer.firstRange(of: end) == nil { try readMore() }
        buffer.removeSubrange(..<buffer.firstRange(of: end)!.upperBound)
        write(WebSocketFrame(.text, Array(#"{"token":"\#(token)"}"#.utf8)).bytes(mask: [1, 2, 3, 4]))
    }

    deinit { close(descriptor) }

    private func write(_ bytes: [UInt8]) {
        _ = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress!, $0.count, 0) }
    }

    private func readMore() throws {
        var bytes = [UInt8](repeating: 0, count: 1 << 16)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        guard count > 0 else { throw BenchmarkError(description: "timeline serve closed the WebSocket of the page") }
        buffer += bytes.prefix(count)
    }

    /// The number of rows in the next message that has rows, or is the page.
    func rows() throws -> Int {
        while true {
            guard let frame = try WebSocketFrame.take(from: &buffer, isMasked: false, limit: 1 << 30) else {
                try readMore()
                continue
            }
            guard frame.kind == .text, let message = try JSON(parsing: frame.payload).object else { continue }
            if message["page"] != nil { return 0 }
            if let lines = message["lines"]?.array { return lines.count }
        }
    }
}
