import Foundation
import Testing
import TimelineJSON
import TimelineTestHarness

@testable import TimelineRemote

/// A client whose host closed the idle connection.
@Suite(.ownThreads)
struct IdleConnectionTests {
    @Test func `retries a request on a new connection`() async throws {
        let folder = try TemporaryFolder()
        let path = folder.file("host")
        let listener = try LocalAddress.path(path).listen()
        defer { close(listener) }
        // The host closes each connection after one response.
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
