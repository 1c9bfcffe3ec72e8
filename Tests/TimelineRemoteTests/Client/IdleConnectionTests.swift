import Foundation
import Testing
import TimelineJSON

@testable import TimelineRemote

/// A client whose host has closed the idle connection.
struct IdleConnectionTests {
    @Test func `retries a request on a new connection`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("host")
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(listener) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isBound = withUnsafePointer(to: &address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 }
        }
        try #require(isBound && listen(listener, 8) == 0)
        // It answers one request on each connection, and closes it.
        let closed = DispatchSemaphore(value: 0)
        Thread {
            for _ in 1...2 {
                let peer = accept(listener, nil, nil)
                var bytes = [UInt8](repeating: 0, count: 4096)
                _ = read(peer, &bytes, bytes.count)
                let answer = Array(
                    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}".utf8)
                _ = write(peer, answer, answer.count)
                close(peer)
                closed.signal()
            }
        }.start()
        var client = RemoteClient(try #require(RemoteAddress("unix:\(path)")), token: RemoteToken())
        #expect(try await client.travel(.step(1)) == [:])
        await withCheckedContinuation { done in
            Thread {
                closed.wait()
                done.resume()
            }.start()
        }
        #expect(try await client.travel(.step(1)) == [:])
    }
}
