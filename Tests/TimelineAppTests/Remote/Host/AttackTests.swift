import Foundation
import Testing
import TimelineStore
import TimelineTestPrograms
import TimelineKit
import TimelineRemote
import TimelineTestSupport

@Suite(.ownThreads)
struct AttackTests {
    @Test func `refuses each attack with its status, without an effect`() async throws {
        let run = try HostRun(CounterProgram(), origins: ["http://localhost:8000"])
        #expect(Attack.table.count >= 60)
        for attack in Attack.table {
            let reported = run.refusals.count
            let answer = try run.ask(attack.request(run.port, run.token))
            #expect(answer.status == attack.status, "\(attack.name): \(answer.head)\n\(answer.body)")
            #expect(answer.body.hasPrefix(#"{"status":\#(attack.status),"error":""#), "\(attack.name)")
            #expect(answer.head.contains("Content-Type: application/json\r\n"), "\(attack.name)")
            #expect(!answer.head.lowercased().contains("access-control"), "\(attack.name)")
            #expect(run.refusals.count == reported + 1, "\(attack.name)")
            #expect(!run.refusals[reported...].joined().contains(run.token), "\(attack.name)")
        }
        #expect(run.store.state.count == 0)
        #expect(run.recorder.seq == 0)
        // Without its flaw, an attack is a valid request.
        let sound = Attack("nothing wrong", 200)
        #expect(try run.ask(sound.request(run.port, run.token)).body == #"{"seq":1}"#)
        let page = Attack("a page that is listed", 200) { _, _ in ["Origin": "http://localhost:8000"] }
        let answer = try run.ask(page.request(run.port, run.token))
        #expect(answer.body == #"{"seq":2}"#)
        #expect(!answer.head.lowercased().contains("access-control"))
        await run.host.finish()
    }

    @Test func `does not parse the body of a refused request as a second one`() async throws {
        let run = try HostRun(CounterProgram())
        let inner = Attack("inner", 200).request(run.port, run.token)
        let socket = try run.connect()
        let head = "POST /dispatch HTTP/1.1\r\nHost: 127.0.0.1:\(run.port)\r\nContent-Length: 5\r\n\r\n"
        socket.send(Array(head.utf8) + inner)
        socket.finish()
        let all = socket.readToEnd()
        #expect(all.hasPrefix("HTTP/1.1 401 "))
        #expect(all.components(separatedBy: "HTTP/1.1 ").count == 2, "one answer and no more")
        #expect(run.store.state.count == 0)
        await run.host.finish()
    }

    @Test func `reports each refused request to the app in one line`() async throws {
        let run = try HostRun(CounterProgram())
        _ = try run.ask("POST /dispatch HTTP/1.1\r\nHost: 127.0.0.1:\(run.port)\r\n\r\n")
        _ = try run.ask("nonsense\r\n\r\n")
        await run.host.finish()
        let lines = run.refusals.map { $0.replacing(/127\.0\.0\.1:\d+/, with: "PEER") }
        #expect(
            lines == [
                "refused POST /dispatch from PEER: 401 Unauthorized: the token is missing: send it as authorization: "
                    + "Bearer TOKEN",
                "refused a request from PEER: 400 Bad Request: the request line must be a method, a path and HTTP/1.1, "
                    + "with a space between each",
            ])
    }

    @Test func `refuses headers and bodies that are too slow`() async throws {
        var limits = HostLimits()
        limits.headTime = .milliseconds(300)
        let run = try HostRun(CounterProgram(), limits: limits)
        for beginning in ["", "G", "GET / HTTP/1.1\r\nHost: x\r\n"] {
            let answer = try run.ask(beginning)
            #expect(answer.status == 408)
            #expect(answer.body == #"{"status":408,"error":"the headers did not arrive within 0.3 seconds"}"#)
        }
        let dripping = try run.connect()
        let drip = Task.detached {
            for byte in "GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 1000))".utf8 {
                dripping.send([byte])
                try await Task.sleep(for: .milliseconds(20))
            }
        }
        #expect(dripping.readResponse().status == 408)
        drip.cancel()
        let answer = try run.ask(
            "POST /dispatch HTTP/1.1\r\n\(run.headers)Content-Type: application/json\r\nContent-Length: 27\r\n\r\n{")
        #expect(answer.status == 408)
        #expect(run.store.state.count == 0)
        await run.host.finish()
    }

    @Test func `closes the connection of a client that does not read its response`() async throws {
        var limits = HostLimits()
        limits.idleTime = .milliseconds(200)
        let folder = TemporaryFolder()
        let path = folder.file("host")
        let run = try HostRun(CounterProgram(), at: .unixSocket(path: path), folder: folder, limits: limits)
        // More than the buffer of a socket holds.
        for _ in 1...5000 { run.store.dispatch(.increment) }
        let request = "GET /timeline HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(run.token)\r\n\r\n"
        let whole = try await RawSocket.onThread {
            let prompt = try RawSocket(.path(path))
            prompt.send(request)
            return prompt.readToEnd()
        }
        #expect(whole.hasSuffix("\r\n0\r\n\r\n"))
        let (isClosed, part) = try await RawSocket.onThread {
            let slow = try RawSocket(.path(path))
            slow.send(request)
            return (slow.waitForHangUp(), slow.readToEnd())
        }
        #expect(isClosed)
        #expect(whole.hasPrefix(part.prefix(100_000)) && part.utf8.count > 100_000)
        #expect(!part.hasSuffix("\r\n0\r\n\r\n"))
        await run.host.finish()
    }

    @Test func `rejects a connection above the limit, and serves one after another ends`() async throws {
        let run = try HostRun(CounterProgram())
        var open: [RawSocket] = []
        for _ in 1...32 {
            let socket = try run.connect()
            socket.send("GET /state HTTP/1.1\r\n\(run.headers)\r\n")
            #expect(socket.readResponse().status == 200)
            open.append(socket)
        }
        let answer = try run.get("/state")
        #expect(answer.status == 503)
        #expect(answer.body == #"{"status":503,"error":"the limit of 32 connections is reached"}"#)
        open.removeLast()
        // The host detects a moment later that it is closed.
        var status = 503
        for _ in 1...500 where status == 503 {
            status = try run.get("/state").status
            if status == 503 { try await Task.sleep(for: .milliseconds(10)) }
        }
        #expect(status == 200)
        await run.host.finish()
    }

    @Test func `a new connection evicts the oldest without the token`() async throws {
        let run = try HostRun(CounterProgram())
        let known = try run.connect()
        // Repeated, since the host closes an idle connection.
        func ask() {
            known.send("GET /state HTTP/1.1\r\n\(run.headers)\r\n")
            #expect(known.readResponse().status == 200)
        }
        ask()
        let silent = try (1...31).map { _ in try run.connect() }
        // A client with the token is served every time.
        for _ in 1...40 {
            let answer = try run.get("/state")
            #expect(answer.status == 200)
            ask()
        }
        // Last, since this may take so long that the host closes `known` as idle.
        #expect(try await RawSocket.onThread { silent[0].readToEnd() } == "")
        withExtendedLifetime(silent) {}
        await run.host.finish()
    }

    #if os(Linux)
        @Test func `listens on loopback only`() async throws {
            let run = try HostRun(CounterProgram())
            let digits = String(run.port, radix: 16, uppercase: true)
            let port = String(repeating: "0", count: 4 - digits.count) + digits
            #expect(try Self.listening(on: port) == ["0100007F:\(port)"])
            await run.host.finish()
            // A process that is just being started may hold it for a moment.
            for _ in 1...200 { if try Self.listening(on: port).isEmpty { return } }
            Issue.record("a socket still listens")
        }

        /// The IPv4 and IPv6 addresses at which this machine listens on a port.
        ///
        /// The system returns the tables in chunks and may skip a row between two of them. So ten readings use chunks of
        /// different sizes, and the rows of all count.
        private static func listening(on port: String) throws -> [String] {
            let addresses = try (0..<10).flatMap { reading in
                try ["tcp", "tcp6"].flatMap { try listening(in: "/proc/net/\($0)", chunkBytes: 700 + 331 * reading) }
            }
            return Set(addresses.filter { $0.hasSuffix(":\(port)") }).sorted()
        }

        private static func listening(in table: String, chunkBytes: Int) throws -> [String] {
            let descriptor = open(table, O_RDONLY)
            guard descriptor >= 0 else { throw CocoaError(.fileReadNoSuchFile) }
            defer { close(descriptor) }
            var bytes: [UInt8] = []
            var chunk = [UInt8](repeating: 0, count: chunkBytes)
            // Sockets that listen come first; after tests that connect, thousands of others follow.
            while bytes.count < 1 << 16, case let count = read(descriptor, &chunk, chunk.count), count > 0 {
                bytes += chunk[..<count]
            }
            let rows = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
            return rows.filter { $0.count > 3 && $0[3] == "0A" }.map { String($0[1]) }
        }
    #endif
}
