import Foundation
import Testing
import TimelineTestPrograms
import TimelineKit
import TimelineLive
import TimelineRemote
import TimelineStore
import TimelineTestSupport

/// Clients of a host that stopped responding.
@Suite(.ownThreads)
struct TimeoutTests {
    private static let token = RemoteToken()
    private static let time = Duration.milliseconds(200)

    private static var timeouts: RemoteClient.Timeouts {
        var timeouts = RemoteClient.Timeouts()
        (timeouts.connect, timeouts.response) = (.seconds(60), time)
        timeouts.keepAlive = .milliseconds(50)
        return timeouts
    }

    private func client(_ url: String) throws -> RemoteClient {
        RemoteClient(try #require(RemoteAddress(url)), token: Self.token, timeouts: Self.timeouts)
    }

    @Test func `each request times out`() async throws {
        let host = try UnresponsiveHost()
        let timedOut = RemoteError.timedOut(host.url, after: Self.time)
        var client = try client(host.url)
        #expect(await refusal { _ = try await client.state() } == timedOut)
        #expect(await refusal { try await client.timeline { _ in } } == timedOut)
        #expect(await refusal { _ = try await client.follow() } == timedOut)
        #expect(await refusal { _ = try await client.travel(.pause) } == timedOut)
        #expect(host.takeConnections() == 4)
        // There is no retry: the request may still be served.
        #expect(await refusal { _ = try await client.dispatch(JSONText(["increment": [:]])) } == timedOut)
        #expect(host.takeConnections() == 1)
        #expect(
            timedOut.description
                == "the app at \(host.url) did not respond within 0.2 seconds: it is halted or busy")
        #expect(
            RemoteError.timedOut(host.url, after: RemoteClient.Timeouts().response).description
                == "the app at \(host.url) did not respond within 10 seconds: it is halted or busy")
    }

    @Test func `a request that the system buffers only in part times out`() async throws {
        let host = try UnresponsiveHost()
        let body: JSON = ["text": .string(String(repeating: "x", count: 32 << 20))]
        var client = try client(host.url)
        #expect(
            await refusal { _ = try await client.dispatch(JSONText(body)) }
                == .timedOut(host.url, after: Self.time))
    }

    @Test(
        arguments: [
            "", "Content-Le", "Content-Length: 9999\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n9\r\n{\"seq",
        ], ["", String(repeating: "1\r\n1\r\n", count: 400)])
    func `a response that stops, or comes a byte at a time, times out`(response: String, slowly: String) async throws {
        let host = try UnresponsiveHost(thenSlowly: slowly) { _ in Array("HTTP/1.1 200 OK\r\n\(response)".utf8) }
        var client = try client(host.url)
        let start = ContinuousClock.now
        #expect(await refusal { _ = try await client.state() } == .timedOut(host.url, after: Self.time))
        #expect(start.duration(to: .now) < .seconds(20))
    }

    /// The response of a WebSocket, and a message.
    private static func handshake(_ message: JSON) -> @Sendable (String) -> [UInt8] {
        { request in
            let key = request.firstMatch(of: /Sec-WebSocket-Key: (\S+)/).map { String($0.1) } ?? ""
            let head =
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                + "Sec-WebSocket-Accept: \(WebSocketHandshake.acceptValue(for: key))\r\n\r\n"
            return Array(head.utf8) + WebSocketFrame(.text, message.text).bytes()
        }
    }

    @Test func `a follower detects a host that does not respond to pings`() async throws {
        let host = try UnresponsiveHost(responding: Self.handshake(["seq": 3, "state": ["count": 3]]))
        var timeouts = RemoteClient.Timeouts()
        timeouts.keepAlive = Self.timeouts.keepAlive
        let address = try #require(RemoteAddress(host.url))
        var follower = try await RemoteClient(address, token: Self.token, timeouts: timeouts).follow()
        #expect(try await follower.next() == .snapshot(seq: 3, state: ["count": 3]))
        let timeout = await refusal { _ = try await follower.next() }
        #expect(timeout == .timedOut(host.url, after: Self.timeouts.keepAlive))
    }

    @Test func `a follower refuses a message that is too long before it arrives`() async throws {
        let host = try UnresponsiveHost { request in
            Self.handshake([:])(request).dropLast(4) + [0x81, 127, 0, 0, 0, 0, 0x10, 0, 0, 1]
        }
        var follower = try await RemoteClient(try #require(RemoteAddress(host.url)), token: Self.token).follow()
        #expect(
            await refusal { _ = try await follower.next() }
                == .foreign(host.url, reason: "it sent a message of more than 268435456 bytes"))
    }

    @Test func `a follower waits without a timeout, and may itself be slow`() async throws {
        let run = try HostRun(CounterProgram())
        var timeouts = RemoteClient.Timeouts()
        timeouts.keepAlive = .milliseconds(250)
        var follower = try await run.client(timeouts: timeouts).follow()
        #expect(try await follower.next() == .snapshot(seq: 0, state: ["count": 0]))
        // Longer than the timeout without a response to pings.
        let store = run.store
        Thread {
            Thread.sleep(forTimeInterval: 1)
            store.dispatch(.increment)
        }.start()
        guard case .step(seq: 1, _, _) = try await follower.next() else { return #expect(Bool(false), "no step") }
        // It does not read for as long again.
        try await Task.sleep(for: .seconds(1))
        for _ in 1...3 { store.dispatch(.increment) }
        try await Task.sleep(for: .milliseconds(500))
        for seq in 2...4 {
            guard case .step(seq, _, _) = try await follower.next() else { return #expect(Bool(false), "no step") }
        }
        await run.host.finish()
    }

    @Test func `a host responds to a ping with its payload, also between messages`() async throws {
        let run = try HostRun(CounterProgram())
        let socket = try run.followRaw()
        let pong = WebSocketFrame(.pong, Array("7".utf8)).bytes()
        var bytes: [UInt8] = []
        for round in 1...50 {
            run.store.dispatch(.increment)
            socket.send(WebSocketFrame(.ping, Array("7".utf8)).bytes(mask: [1, 2, 3, 4]))
            while bytes.count(of: pong) < round {
                let more = socket.read()
                try #require(!more.isEmpty)
                bytes += more
            }
        }
        // No frame starts within another.
        var frames = Array(bytes[(try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)))).upperBound...])
        var kinds: [WebSocketFrame.Kind] = []
        while let frame = try WebSocketFrame.take(from: &frames, isMasked: false, limit: 1 << 20) {
            kinds.append(frame.kind)
            if frame.kind == .text { #expect((try? JSON(parsing: frame.payload)) != nil) }
        }
        #expect(kinds.count { $0 == .pong } == 50)
        #expect(kinds.contains(.text))
        await run.host.finish()
    }

    @Test func `joining times out`() async throws {
        let folder = TemporaryFolder()
        let halted = try UnresponsiveHost(at: folder.file("halted"))
        // A host that starts to list its logs and never completes it.
        let endless = try UnresponsiveHost(at: folder.file("endless")) { _ in
            Array("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{".utf8)
        }
        for name in ["halted", "endless"] { try TokenFile.write(Self.token, to: folder.file("\(name).token")) }
        for host in [halted, endless] {
            let store = Store(program: CounterProgram())
            do {
                _ = try await Replica(
                    store, program: CounterProgram(), joining: host.url, folder: folder.file("mine"), id: nil,
                    .init(.actions, .refused, .milliseconds(100), { _ in }, nil), timeouts: Self.timeouts)
                Issue.record("it has joined")
            } catch {
                #expect(error.description == RemoteError.timedOut(host.url, after: Self.time).description)
            }
            store.dispatch(.increment)
            #expect(store.state.count == 1)
        }
    }
}

extension [UInt8] {
    fileprivate func count(of part: [UInt8]) -> Int { ranges(of: part).count }
}
