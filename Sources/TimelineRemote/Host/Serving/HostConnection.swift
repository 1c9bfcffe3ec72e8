internal import FlyingSocks
internal import TimelineJSON
internal import TimelineKit

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif
#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// One connection of a host: reads requests, asks the gate, answers.
///
/// Used by one task.
struct HostConnection: Sendable {
    private let socket: AsyncSocket
    private let gate: Gate
    private let service: any HostService
    private let onRefused: @Sendable (RefusedRequest) -> Void
    private let peer: String

    private var limits: RemoteLimits { gate.limits }

    init(
        _ socket: AsyncSocket, gate: Gate, service: any HostService,
        onRefused: @escaping @Sendable (RefusedRequest) -> Void
    ) {
        self.socket = socket
        self.gate = gate
        self.service = service
        self.onRefused = onRefused
        peer =
            switch try? socket.socket.remotePeer() {
            case .ip4(let address, let port): "\(address):\(port)"
            case .ip6(let address, let port): "[\(address)]:\(port)"
            case .unix: "this machine"
            case nil: "a client that has gone"
            }
    }

    /// Serves one request after another, until the client or the host has had enough.
    ///
    /// - Parameters:
    ///   - onToken: Called when the client has shown the token.
    ///   - onEnd: Called before the connection is closed.
    func serve(onToken: () -> Void, onEnd: () -> Void) async {
        var buffer: [UInt8] = []
        var time = limits.headTime
        do {
            while try await serveNext(&buffer, time, onToken) { time = limits.idleTime }
        } catch {
            // The client has gone, or the host ends.
        }
        onEnd()
        try? socket.close()
    }

    /// Tells the client that there is no room.
    func turnAway() async {
        let refusal = Refusal(503, "\(limits.connections) connections are open already, and no more are taken")
        try? await refuse(refusal, nil)
        try? socket.close()
    }

    /// - Returns: whether the connection may be used again.
    private func serveNext(
        _ buffer: inout [UInt8], _ time: Duration, _ onToken: () -> Void
    ) async throws -> Bool {
        var head: RequestHead?
        do {
            guard let (read, passage) = try await readHead(&buffer, time, &head) else { return false }
            onToken()
            let request = "\(read.method) \(read.path)"
            if case .webSocket(let key) = passage.kind {
                try await follow(passage, key: key, &buffer)
                return false
            }
            var body: [UInt8] = []
            if case .change(let length) = passage.kind { body = try await readBody(length, &buffer) }
            let answer = await service.answer(passage, body: body)
            return try await send(answer, for: passage, request)
        } catch let refusal as Refusal {
            try await refuse(refusal, head)
            return false
        }
    }

    // MARK: - Reading

    /// nil where the client went before it asked for anything.
    private func readHead(
        _ buffer: inout [UInt8], _ time: Duration, _ head: inout RequestHead?
    ) async throws -> (RequestHead, Passage)? {
        var end = ContinuousClock.now + time
        var hasBegun = !buffer.isEmpty || time == limits.headTime
        var looked = 0
        while true {
            if case .whole(let count) = try RequestHead.progress(buffer, after: looked, limits) {
                let read = try RequestHead(buffer[..<count], limits)
                head = read
                buffer.removeFirst(count)
                return (read, try gate.admit(read))
            }
            looked = buffer.count
            if !hasBegun, !buffer.isEmpty {
                hasBegun = true
                end = ContinuousClock.now + limits.headTime
            }
            guard let more = try await read(until: end) else {
                guard hasBegun else { return nil }
                throw Refusal(408, "the headers did not come within \(limits.headTime)")
            }
            if more.isEmpty {
                guard !buffer.isEmpty else { return nil }
                throw Refusal(400, "the request ends within its headers")
            }
            buffer += more
        }
    }

    private func readBody(_ length: Int, _ buffer: inout [UInt8]) async throws -> [UInt8] {
        let end = ContinuousClock.now + limits.headTime
        while buffer.count < length {
            guard let more = try await read(until: end) else {
                throw Refusal(408, "the body did not come within \(limits.headTime)")
            }
            guard !more.isEmpty else { throw Refusal(400, "the body ends before its content-length") }
            buffer += more
        }
        let body = Array(buffer.prefix(length))
        buffer.removeFirst(length)
        return body
    }

    /// What has come; nothing where the client sends no more; nil where the time is over.
    private func read(until end: ContinuousClock.Instant) async throws -> [UInt8]? {
        do {
            return try socket.socket.read(atMost: Self.pieceBytes)
        } catch SocketError.blocked {
            // Nothing has come yet.
        } catch SocketError.disconnected {
            return []
        }
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { return nil }
        let deadline = SocketDeadline(socket.socket.file.rawValue, for: .reading, after: left)
        do {
            let bytes = try await socket.read(atMost: Self.pieceBytes)
            return deadline.finish() && bytes.isEmpty ? nil : bytes
        } catch SocketError.disconnected {
            return deadline.finish() ? nil : []
        } catch {
            deadline.finish()
            throw error
        }
    }

    private static let pieceBytes = 4096

    // MARK: - Answering

    private func send(_ answer: Answer, for passage: Passage, _ request: String) async throws -> Bool {
        switch answer {
        case .json(let status, let text):
            try await write(head(status, length: text.count, closes: !passage.keepsAlive) + text)
            return passage.keepsAlive
        case .refused(let refusal):
            tell(refusal, request)
            let text = Self.body(of: refusal)
            try await write(
                head(refusal.status, length: text.count, closes: !passage.keepsAlive, extra: refusal.header) + text)
            return passage.keepsAlive
        case .lines(let next):
            var bytes = head(200, type: "application/jsonl", extra: "Transfer-Encoding: chunked", closes: false)
            while let piece = try next() {
                bytes += Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Array("\r\n".utf8)
                try await write(bytes)
                bytes = []
            }
            // A reader knows by this that nothing is missing.
            try await write(bytes + Array("0\r\n\r\n".utf8))
            return passage.keepsAlive
        }
    }

    /// Answers, and lets the client read it: what it still sends is taken for a moment, as closing on it would make its
    /// system throw the answer away.
    private func refuse(_ refusal: Refusal, _ head: RequestHead?) async throws {
        let request = head.map { "\($0.method.prefix(20)) \($0.path)" }
        tell(refusal, request)
        let text = Self.body(of: refusal)
        try await write(self.head(refusal.status, length: text.count, closes: true, extra: refusal.header) + text)
        shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
        let end = ContinuousClock.now + .seconds(1)
        var taken = 0
        while taken < 2 * limits.bodyBytes, let more = try await read(until: end), !more.isEmpty { taken += more.count }
    }

    private func tell(_ refusal: Refusal, _ request: String?) {
        if refusal.isUsual { return }
        // A token that was pasted into the path is not to stand in a log.
        let request = request.map { ShownText.of(RemoteToken.masked(in: $0), atMost: 120) }
        onRefused(RefusedRequest(refusal: refusal, request: request, peer: peer))
    }

    private static func body(of refusal: Refusal) -> [UInt8] {
        let json: JSON = ["status": .number(JSONNumber(refusal.status)), "error": .string(refusal.reason)]
        return json.text
    }

    private func head(
        _ status: Int, type: String = "application/json", length: Int? = nil, extra: String? = nil, closes: Bool
    ) -> [UInt8] {
        var lines = ["HTTP/1.1 \(status) \(StatusName.of(status))", "Content-Type: \(type)"]
        if let length { lines.append("Content-Length: \(length)") }
        if let extra { lines.append(extra) }
        if closes { lines.append("Connection: close") }
        lines += ["Cache-Control: no-store", "X-Content-Type-Options: nosniff"]
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private func head(_ status: Int, length: Int, closes: Bool, extra: String? = nil) -> [UInt8] {
        head(status, type: "application/json", length: length, extra: extra, closes: closes)
    }

    private func write(_ bytes: [UInt8]) async throws {
        let deadline = SocketDeadline(socket.socket.file.rawValue, for: .writing, after: limits.idleTime)
        defer { deadline.finish() }
        try await socket.write(Data(bytes))
    }

    // MARK: - Following

    private func follow(_ passage: Passage, key: String, _ buffer: inout [UInt8]) async throws {
        let source = try service.follow(passage)
        let lines = [
            "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Accept: \(WebSocketKey.answer(to: key))", "", "",
        ]
        try await write(Array(lines.joined(separator: "\r\n").utf8))
        let rest = buffer
        buffer = []
        let socket = socket
        let turn = WritingTurn()
        let last = try await withThrowingTaskGroup(of: WebSocketFrame?.self) { group in
            // What is said goes out as fast as the follower reads, and no faster: it waits here, not in the app.
            group.addTask {
                try await source.run { message in
                    let frame = Data(WebSocketFrame(.text, message.text).bytes())
                    try await turn.perform { try await socket.write(frame) }
                }
                return nil
            }
            group.addTask { try await listen(rest, turn) }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
        if let last { try await write(last.bytes()) }
    }

    /// Reads what a follower sends, until it closes, and shows that someone is here when it asks.
    ///
    /// - Returns: what to say last.
    private func listen(_ rest: [UInt8], _ turn: WritingTurn) async throws -> WebSocketFrame? {
        var buffer = rest
        while true {
            let frame: WebSocketFrame?
            do throws(WebSocketFrame.Fault) {
                frame = try WebSocketFrame.take(from: &buffer, isMasked: true, limit: limits.frameBytes)
            } catch {
                switch error {
                case .malformed(let reason): return .close(1002, reason)
                case .tooLong(let limit): return .close(1009, "a frame has at most \(limit) bytes here")
                }
            }
            switch frame?.kind {
            case nil: buffer += try await socket.read(atMost: Self.pieceBytes)
            case .close: return WebSocketFrame(.close, frame?.payload ?? [])
            case .ping:
                let pong = Data(WebSocketFrame(.pong, frame?.payload ?? []).bytes())
                try await turn.perform { try await socket.write(pong) }
            case .pong: break
            case .text, .binary, .continuation: return .close(1003, "a follower has nothing to say")
            }
        }
    }
}
