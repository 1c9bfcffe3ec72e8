import Foundation
import Synchronization
import Testing
import TimelineKit
import TimelineTestSupport

@testable import TimelineRemote

/// A client whose host closes connections.
@Suite(.ownThreads)
struct IdleConnectionTests {
    /// For each connection, how many requests get the response `{}`; then it is closed, if `readsOn` when one more request arrived.
    private final class ClosingHost: Sendable {
        let url: String
        let requests = Mutex<[String]>([])
        let closed = DispatchSemaphore(value: 0)
        private let listener: Int32

        init(at path: String?, responses: [Int], readsOn: Bool) throws {
            listener = try (path.map { .path($0) } ?? LocalAddress.port(0)).listen()
            url = path.map { "unix:\($0)" } ?? "http://127.0.0.1:\(LocalAddress.port(of: listener))"
            Thread { [self] in
                for count in responses {
                    let peer = accept(listener, nil, nil)
                    for _ in 0..<count {
                        receive(peer)
                        RawSocket.send(Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8), to: peer)
                    }
                    if readsOn { receive(peer) }
                    // So that `close` returns when the client's system has the end of the connection.
                    var linger = linger(l_onoff: 1, l_linger: 10)
                    setsockopt(peer, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
                    close(peer)
                    closed.signal()
                }
            }.start()
        }

        private func receive(_ peer: Int32) {
            requests.withLock { $0.append(String(decoding: RawSocket.read(peer), as: UTF8.self)) }
        }

        deinit { close(listener) }
    }

    private func client(of host: ClosingHost) throws -> RemoteClient {
        RemoteClient(try #require(RemoteAddress(host.url)), token: RemoteToken())
    }

    @Test(arguments: [true, false])
    func `sends no request on a connection that the host has closed`(isUnixSocket: Bool) async throws {
        let folder = TemporaryFolder()
        let host = try ClosingHost(at: isUnixSocket ? folder.file("host") : nil, responses: [1, 1], readsOn: false)
        var client = try client(of: host)
        #expect(try await client.travel(.step(1)) == [:])
        try await RawSocket.onThread { host.closed.wait() }
        #expect(try await client.travel(.step(1)) == [:])
        #expect(host.requests.withLock { $0.count } == 2)
    }

    @Test func `sends a request again if the connection ends before the response, unless a second effect is possible`()
        async throws
    {
        let host = try ClosingHost(at: nil, responses: [1, 2, 1, 0], readsOn: true)
        var client = try client(of: host)
        #expect(try await client.info() == [:])
        // The host closes each connection when it has read one more request.
        #expect(try await client.state() == [:])
        #expect(try await client.dispatch(JSONText(["increment": [:]])) == [:])
        let error = RemoteError.unreachable(host.url, reason: "it closed the connection")
        let upload = ReplicaRequest.Upload(from: 0, text: "x")
        await #expect(throws: RemoteError.foreign(host.url, reason: "it sent no list of logs")) {
            _ = try await client.replicas(ReplicaRequest(id: "lap", client: "lap", upload: upload))
        }
        await #expect(throws: error) { _ = try await client.travel(.step(1)) }
        let requests = host.requests.withLock { $0 }
        let paths = requests.compactMap { $0.split(separator: " ").dropFirst().first }
        #expect(paths == ["/", "/state", "/state", "/dispatch", "/replicas", "/replicas", "/travel"])
        #expect(requests[4] == requests[5])
    }

    private func refusal(
        _ response: String, _ ask: (inout RemoteClient) async throws -> Void = { _ = try await $0.info() }
    ) async throws -> String? {
        let host = try UnresponsiveHost { _ in Array(response.utf8) }
        var client = RemoteClient(try #require(RemoteAddress(host.url)), token: RemoteToken())
        do { try await ask(&client) } catch let RemoteError.foreign(_, reason) { return reason }
        return nil
    }

    @Test func `a host that sends too much is refused, whatever length it announces`() async throws {
        let head = "HTTP/1.1 200 OK\r\n"
        let long = String(repeating: "x", count: 1_200_000)
        #expect(try await refusal(head + String(repeating: "A: b\r\n", count: 200)) == "it sent more than 100 headers")
        #expect(try await refusal(head + "A: \(long)") == "it sent a line of more than 16384 bytes")
        let tooLong = "it sent a response of more than 1048576 bytes"
        for status in ["200 OK", "404 Not Found"] {
            let head = "HTTP/1.1 \(status)\r\n"
            #expect(try await refusal(head + "Content-Length: \(Int.max)\r\n\r\n\(long)") == tooLong)
            let chunk = "\(String(Int.max, radix: 16))\r\n\(long)"
            #expect(try await refusal(head + "Transfer-Encoding: chunked\r\n\r\n\(chunk)") == tooLong)
        }
        for length in ["-1", "+5", "5, 5", "99999999999999999999"] {
            #expect(try await refusal(head + "Content-Length: \(length)\r\n\r\n") == "its response has no valid length")
        }
        let chunked = head + "Transfer-Encoding: chunked\r\n\r\n"
        for length in ["", "-1", "+5", "5;x", "8000000000000000", String(repeating: "0", count: 20)] {
            #expect(try await refusal("\(chunked)\(length)\r\n") == "a chunk has no length")
        }
        #expect(try await refusal("\(chunked)1\r\n{}\r\n") == "a chunk is longer than its length")
        #expect(try await refusal(head + "\r\n") == "its response has no length")
    }
}
