internal import FlyingSocks
internal import TimelineKit

/// Used by one task.
struct HTTPConnection<Path: ServedPath>: Sendable {
    private let socket: AsyncSocket
    private let server: HTTPServer<Path>
    private let peer: String

    private static var readBytes: Int { 4096 }
    /// A client must read this much within the limit.
    private static var writeBytes: Int { 1 << 16 }
    private var limits: HostLimits { server.validator.limits }

    init(_ socket: AsyncSocket, of server: HTTPServer<Path>) {
        (self.socket, self.server) = (socket, server)
        peer =
            switch try? socket.socket.remotePeer() {
            case .ip4(let address, let port): "\(address):\(port)"
            case .ip6(let address, let port): "[\(address)]:\(port)"
            case .unix: "this machine"
            case nil: "a disconnected client"
            }
    }

    /// `onEnd` is called before the connection is closed.
    func serve(onToken: @escaping @Sendable () -> Void, onEnd: () -> Void) async {
        var buffer: [UInt8] = []
        var time = limits.headTime
        do {
            while try await serveRequest(&buffer, time, onToken) { time = limits.idleTime }
        } catch {
            // The client closed the connection, or the host finishes.
        }
        onEnd()
        try? socket.close()
    }

    func reject() async {
        let error = RequestError(503, "the limit of \(limits.connections) connections is reached")
        try? await respondAndClose(error, nil)
        try? socket.close()
    }

    private func serveRequest(
        _ buffer: inout [UInt8], _ time: Duration, _ onToken: @escaping @Sendable () -> Void
    ) async throws -> Bool {
        var head: RequestHead?
        do {
            head = try await readHead(&buffer, time)
            guard let head else { return false }
            let request = try server.validator.validate(head)
            if server.validator.token != nil { onToken() }
            var body: [UInt8] = []
            switch request.kind {
            case .webSocket(let key):
                try await serveWebSocket(request, key: key, buffer, onToken)
                return false
            case .change(let bytes): body = try await readBody(bytes, &buffer)
            case .read: break
            }
            let response: HTTPResponse
            do throws(RequestError) { response = try await server.respond(request, body) } catch {
                report(error, "\(head.method) \(head.path)")
                try await write(message(error, closes: !request.keepsAlive))
                return request.keepsAlive
            }
            try await send(response, closes: !request.keepsAlive)
            return request.keepsAlive
        } catch let error as RequestError {
            try await respondAndClose(error, head)
            return false
        }
    }

    // MARK: - Reading

    /// Nil if the client closed the connection, or sent nothing in time, between two requests.
    private func readHead(_ buffer: inout [UInt8], _ time: Duration) async throws -> RequestHead? {
        var end = ContinuousClock.now + time
        var hasBegun = !buffer.isEmpty || time == limits.headTime
        var searched = 0
        while true {
            if let count = try RequestHead.length(in: buffer, after: searched, limits) {
                defer { buffer.removeFirst(count) }
                return try RequestHead(buffer[..<count], limits)
            }
            searched = buffer.count
            if !hasBegun, !buffer.isEmpty {
                hasBegun = true
                end = ContinuousClock.now + limits.headTime
            }
            guard let more = try await read(until: end) else {
                guard hasBegun else { return nil }
                throw RequestError(408, "the headers did not arrive within \(limits.headTime)")
            }
            if more.isEmpty {
                guard !buffer.isEmpty else { return nil }
                throw RequestError(400, "the request ends within its headers")
            }
            buffer += more
        }
    }

    private func readBody(_ length: Int, _ buffer: inout [UInt8]) async throws -> [UInt8] {
        let end = ContinuousClock.now + limits.headTime
        while buffer.count < length {
            guard let more = try await read(until: end) else {
                throw RequestError(408, "the body did not arrive within \(limits.headTime)")
            }
            guard !more.isEmpty else { throw RequestError(400, "the body ends before its content-length") }
            buffer += more
        }
        defer { buffer.removeFirst(length) }
        return Array(buffer.prefix(length))
    }

    /// No bytes if the client sends no more; nil on timeout.
    private func read(until end: ContinuousClock.Instant) async throws -> [UInt8]? {
        let left = ContinuousClock.now.duration(to: end)
        guard left > .zero else { return nil }
        let timeout = SocketTimeout(socket.socket, for: .reading, after: left)
        defer { timeout.finish() }
        let bytes: [UInt8]
        do { bytes = try await socket.read(atMost: Self.readBytes) } catch SocketError.disconnected { bytes = [] }
        return timeout.finish() && bytes.isEmpty ? nil : bytes
    }

    // MARK: - Responding

    private func send(_ response: HTTPResponse, closes: Bool) async throws {
        switch response {
        case .whole(let body, let status, let type, let headers):
            try await write(head(status, type: type, length: body.count, extra: headers, closes: closes) + body)
        case .lines(let next):
            var bytes = head(200, type: "application/jsonl", extra: ["Transfer-Encoding: chunked"], closes: false)
            while let chunk = try next() {
                bytes += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
                try await write(bytes)
                bytes = []
            }
            try await write(bytes + Array("0\r\n\r\n".utf8))
        }
    }

    /// Reads what the client still sends: if the host closed at once, the client's system would discard the response.
    private func respondAndClose(_ error: RequestError, _ head: RequestHead?) async throws {
        report(error, head.map { "\($0.method.prefix(20)) \($0.path)" })
        try await write(message(error, closes: true))
        SocketDescriptor(socket.socket.file.rawValue).end(.writing)
        let end = ContinuousClock.now + .seconds(1)
        var count = 0
        while count < 2 * limits.bodyBytes, let more = try await read(until: end), !more.isEmpty { count += more.count }
    }

    private func report(_ error: RequestError, _ request: String?) {
        if error.isExpected { return }
        // The path may hold a token.
        let request = request.map { VisibleText.of(RemoteToken.masked(in: $0), atMost: 120) }
        server.onRefused(RefusedRequest(status: error.status, reason: error.reason, request: request, peer: peer))
    }

    private func message(_ error: RequestError, closes: Bool) -> [UInt8] {
        let body: JSON = ["status": .int(error.status), "error": .string(error.reason)]
        let extra = error.header.map { [$0] } ?? []
        return head(error.status, length: body.text.count, extra: extra, closes: closes) + body.text
    }

    private func head(
        _ status: Int, type: String = "application/json", length: Int? = nil, extra: [String] = [], closes: Bool
    ) -> [UInt8] {
        var lines = ["HTTP/1.1 \(status) \(RequestError.phrase(status))", "Content-Type: \(type)"]
        if let length { lines.append("Content-Length: \(length)") }
        lines += extra
        if closes { lines.append("Connection: close") }
        lines += ["Cache-Control: no-store", "X-Content-Type-Options: nosniff"]
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    private func write(_ bytes: [UInt8]) async throws { try await socket.write(bytes, within: limits.idleTime) }

    // MARK: - WebSocket

    /// `buffer` is what the client sent after its request.
    private func serveWebSocket(
        _ request: HTTPRequest<Path>, key: String, _ buffer: [UInt8], _ onToken: @escaping @Sendable () -> Void
    ) async throws {
        let session = try server.beginSession(request)
        let lines = [
            "HTTP/1.1 101 Switching Protocols", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Accept: \(WebSocketHandshake.acceptValue(for: key))", "", "",
        ]
        try await write(Array(lines.joined(separator: "\r\n").utf8))
        let mutex = AsyncMutex()
        let last: WebSocketFrame?
        do {
            last = try await withThrowingTaskGroup(of: WebSocketFrame?.self) { group in
                // Backpressure: the session waits until the client has read.
                group.addTask {
                    try await session.run { message in
                        let frame = WebSocketFrame(.text, message).bytes()
                        try await mutex.withLock { try await writeFrame(frame) }
                    }
                    return nil
                }
                group.addTask { try await receiveFrames(session, buffer, mutex, onToken) }
                defer { group.cancelAll() }
                return try await group.next() ?? nil
            }
        } catch let frame as WebSocketFrame {
            last = frame
        }
        if let last { try await write(last.bytes()) }
    }

    /// Ends the connection of a client that reads nothing for the time of the limits.
    private func writeFrame(_ bytes: [UInt8]) async throws {
        guard let time = limits.stallTime else { return try await socket.write(bytes) }
        for start in stride(from: 0, to: bytes.count, by: Self.writeBytes) {
            try await socket.write(Array(bytes[start...].prefix(Self.writeBytes)), within: time)
        }
    }

    private func receiveFrames(
        _ session: any WebSocketSession, _ buffer: [UInt8], _ mutex: AsyncMutex, _ onToken: @Sendable () -> Void
    ) async throws -> WebSocketFrame? {
        var buffer = buffer
        // The frames so far of a message that has more.
        var begun: [UInt8]?
        while true {
            let limit = session.messageLimit ?? limits.frameBytes
            let frame: WebSocketFrame?
            do throws(WebSocketFrame.Error) {
                frame = try WebSocketFrame.take(from: &buffer, isMasked: true, limit: limit - (begun?.count ?? 0))
            } catch {
                switch error {
                case .malformed(let reason): return .close(1002, reason)
                case .tooLong: return .close(1009, "a message has at most \(limit) bytes here")
                }
            }
            guard let frame else {
                buffer += try await socket.read(atMost: Self.readBytes)
                continue
            }
            switch frame.kind {
            case .close: return WebSocketFrame(.close, frame.payload)
            case .ping:
                let pong = WebSocketFrame(.pong, frame.payload).bytes()
                try await mutex.withLock { try await writeFrame(pong) }
            case .pong: break
            case .binary: return .close(1003, "messages must be text")
            case .text, .continuation:
                guard (frame.kind == .continuation) == (begun != nil) else {
                    return .close(1002, "a message must begin with a text frame and continue with continuation frames")
                }
                var message = begun.take() ?? []
                message += frame.payload
                guard frame.isFinal else {
                    begun = message
                    continue
                }
                try await session.receive(message)
                if session.isAuthorized { onToken() }
            }
        }
    }

    /// A frame must not start within another.
    private final class AsyncMutex: Sendable {
        private struct State {
            var isLocked = false
            var waiting: [CheckedContinuation<Void, Never>] = []
        }

        private let state = Locked(State())

        func withLock(_ body: () async throws -> Void) async throws {
            await withCheckedContinuation { continuation in
                let isFree = state.withLock { state in
                    if state.isLocked { state.waiting.append(continuation) }
                    return !exchange(&state.isLocked, with: true)
                }
                if isFree { continuation.resume() }
            }
            defer {
                let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
                    if !state.waiting.isEmpty { return state.waiting.removeFirst() }
                    state.isLocked = false
                    return nil
                }
                next?.resume()
            }
            try await body()
        }
    }
}
