import Foundation

/// A connection that sends any bytes, valid or not.
package final class RawSocket: Sendable {
    package let descriptor: Int32

    package init(_ address: LocalAddress) throws {
        descriptor = try address.connect()
        // Makes a test fail rather than hang.
        var time = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Runs `body` on a thread of its own, not on one that tests share.
    package static func onThread<Result: Sendable>(
        _ body: @escaping @Sendable () throws -> Result
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { done in
            Thread { done.resume(with: Swift.Result { try body() }) }.start()
        }
    }

    package func send(_ text: String) { send(Array(text.utf8)) }

    package func send(_ bytes: [UInt8]) { Self.send(bytes, to: descriptor) }

    package static func send(_ bytes: [UInt8], to descriptor: Int32) {
        var sent = 0
        while sent < bytes.count {
            let more = bytes.withUnsafeBytes {
                Foundation.send(descriptor, $0.baseAddress! + sent, $0.count - sent, Int32(MSG_NOSIGNAL))
            }
            if more <= 0 { return }
            sent += more
        }
    }

    /// Sends no more.
    package func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Waits until the peer closes the connection, without reading.
    ///
    /// - Returns: False on timeout. For Unix sockets only.
    package func waitForHangUp() -> Bool {
        var place = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&place, 1, 30_000) == 1 && place.revents & Int16(POLLHUP) != 0
    }

    /// The bytes that arrived; none at the end.
    package func read(atMost count: Int = 65536) -> [UInt8] { Self.read(descriptor, atMost: count) }

    package static func read(_ descriptor: Int32, atMost count: Int = 65536) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? Array(bytes.prefix(count)) : []
    }

    /// Everything until the peer closes the connection.
    package func readAll() -> [UInt8] {
        var bytes: [UInt8] = []
        while case let more = read(), !more.isEmpty { bytes += more }
        return bytes
    }

    package func readToEnd() -> String { String(decoding: readAll(), as: UTF8.self) }
}
