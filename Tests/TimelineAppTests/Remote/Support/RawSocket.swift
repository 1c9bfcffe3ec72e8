import Foundation
import TimelineTestSupport

/// A connection that sends any bytes, valid or not.
final class RawSocket: Sendable {
    private let descriptor: Int32

    init(port: UInt16) throws {
        descriptor = try LocalAddress.port(port).connect()
        setTimeout()
    }

    init(path: String) throws {
        descriptor = try LocalAddress.path(path).connect()
        setTimeout()
    }

    deinit { close(descriptor) }

    /// Runs `body` on a thread of its own, not on one that tests share.
    static func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result {
        try await withCheckedThrowingContinuation { done in
            Thread { done.resume(with: Swift.Result { try body() }) }.start()
        }
    }

    /// Makes a test fail rather than hang.
    private func setTimeout() {
        var time = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
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
    func finish() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Waits until the peer closes the connection, without reading.
    ///
    /// - Returns: False on timeout. For Unix sockets only.
    func waitForHangUp() -> Bool {
        var place = pollfd(fd: descriptor, events: 0, revents: 0)
        return poll(&place, 1, 30_000) == 1 && place.revents & Int16(POLLHUP) != 0
    }

    /// The bytes that arrived; none at the end.
    func read() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? Array(bytes.prefix(count)) : []
    }

    /// Everything until the peer closes the connection.
    func readToEnd() -> String {
        var bytes: [UInt8] = []
        while true {
            let more = read()
            if more.isEmpty { return String(decoding: bytes, as: UTF8.self) }
            bytes += more
        }
    }

    /// Reads one response, with the body that its `Content-Length` announces.
    func readResponse() -> RawResponse {
        var bytes: [UInt8] = []
        while true {
            if let answer = RawResponse(bytes) { return answer }
            let more = read()
            if more.isEmpty { return RawResponse(status: 0, head: String(decoding: bytes, as: UTF8.self), body: "") }
            bytes += more
        }
    }
}
