internal import FlyingSocks

/// Used by one task at a time. Create it and write with the threads of `SocketExecutor.clients`.
struct RemoteConnection: Sendable {
    private let owner: SocketOwner
    private let address: RemoteAddress
    private let timeouts: RemoteClient.Timeouts
    /// The frame for a silent host of a WebSocket. A follower sends no other frames, so the ping cannot interrupt one.
    private var ping: [UInt8]?
    /// Set when the host stopped responding. Only the bytes in the buffer can still be read.
    private var expired: Duration?
    /// The time left to wait for bytes of the response. Bytes add to it: a host that sends one at a time expires as a silent one.
    private var waitingTime = Duration.zero
    private var buffer: [UInt8] = []

    private static let readBytes = 4096
    /// What a host may make this process hold.
    private static let (lineBytes, maxHeaders, pieceBytes) = (16 << 10, 100, 64 << 10)

    private final class SocketOwner: Sendable {
        let socket: AsyncSocket

        init(_ socket: AsyncSocket) { self.socket = socket }

        deinit { try? socket.close() }
    }

    private var socket: AsyncSocket { owner.socket }

    // MARK: - Connecting

    init(to address: RemoteAddress, _ timeouts: RemoteClient.Timeouts) async throws(RemoteError) {
        (self.address, self.timeouts) = (address, timeouts)
        let connected: AsyncSocket?
        do {
            connected = try await Self.connect(to: address, within: timeouts.connect)
        } catch SocketError.disconnected {
            throw .unreachable("\(address)", reason: "nothing listens there")
        } catch {
            throw .unreachable("\(address)", reason: Self.reason(error))
        }
        guard let connected else { throw .timedOut("\(address)", after: timeouts.connect) }
        owner = SocketOwner(connected)
    }

    private static func connect(to address: RemoteAddress, within time: Duration) async throws -> AsyncSocket? {
        let end = ContinuousClock.now + time
        switch address {
        case .unixSocket(let path): return try await connect(to: .unix(path: path), until: end)
        case .host(let name, let port):
            guard let found = try await RemoteAddress.resolve(name, port: port, within: time) else { return nil }
            var failure: (any Error)?
            for address in found { do { return try await connect(to: address, until: end) } catch { failure = error } }
            throw failure ?? SocketError.disconnected
        }
    }

    private static func connect(
        to address: some SocketAddress, until end: ContinuousClock.Instant
    ) async throws -> AsyncSocket? {
        let socket = try Socket(domain: Int32(type(of: address).family), type: .stream)
        SocketDescriptor(socket.file.rawValue).prepareConnection()
        var connected: Void?
        defer { if connected == nil { try? socket.close() } }
        try await isPoolRunning.value
        let connecting = try AsyncSocket(socket: socket, pool: pool)
        let left = ContinuousClock.now.duration(to: end)
        connected = try await AsyncTimer.timeout(left) { try await connecting.connect(to: address) }
        return connected == nil ? nil : connecting
    }

    /// FlyingSocks's own client pool needs the threads of Swift's concurrency, which an app may block.
    private static let pool: some AsyncSocketPool = SocketPool.make()

    private static let isPoolRunning = Task.detached(executorPreference: SocketExecutor.clients) {
        try await pool.prepare()
        Task.detached(executorPreference: SocketExecutor.clients) { try await pool.run() }
    }

    private static func reason(_ error: any Error) -> String {
        if case SocketError.disconnected = error { "it closed the connection" } else { SocketError.reason(error) }
    }

    // MARK: - Bytes

    func write(_ bytes: [UInt8]) async throws(RemoteError) {
        var hasTimedOut = false
        do {
            let timeout = SocketTimeout(socket.socket, for: .both, after: timeouts.response)
            defer { hasTimedOut = timeout.finish() }
            try await socket.write(bytes)
        } catch {
            if hasTimedOut { throw .timedOut("\(address)", after: timeouts.response) }
            throw .unreachable("\(address)", reason: Self.reason(error))
        }
    }

    private mutating func readMore() async throws(RemoteError) {
        let before = buffer.count
        defer {
            let earned = timeouts.response * (Double(buffer.count - before) / Double(Self.pieceBytes))
            waitingTime = min(timeouts.response, waitingTime + earned)
        }
        do {
            buffer += try socket.socket.read(atMost: Self.readBytes)
            return
        } catch SocketError.blocked {
        } catch {
            throw readError(error)
        }
        let (socket, ping) = (socket, ping)
        let time = ping == nil ? max(waitingTime, .milliseconds(1)) : timeouts.keepAlive
        let start = ContinuousClock.now
        let (result, hasTimedOut) = await withTaskExecutorPreference(SocketExecutor.clients) {
            let timeout = SocketTimeout(socket.socket, for: .reading, after: time, sending: ping)
            let result: Result<[UInt8], any Error>
            do { result = .success(try await socket.read(atMost: Self.readBytes)) } catch { result = .failure(error) }
            return (result, timeout.finish())
        }
        waitingTime -= start.duration(to: .now)
        if hasTimedOut { expired = ping == nil ? timeouts.response : time }
        do { buffer += try result.get() } catch { throw readError(error) }
    }

    private func readError(_ error: any Error) -> RemoteError {
        if let expired { return .timedOut("\(address)", after: expired) }
        return .unreachable("\(address)", reason: Self.reason(error))
    }

    private mutating func take(_ count: Int) async throws(RemoteError) -> [UInt8] {
        while buffer.count < count { try await readMore() }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    private mutating func takeLine() async throws(RemoteError) -> String {
        var searched = 0
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[..<end]
                defer { buffer.removeFirst(end + 1) }
                return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
            }
            searched = buffer.count
            guard searched < Self.lineBytes else {
                throw foreign("it sent a line of more than \(Self.lineBytes) bytes")
            }
            try await readMore()
        }
    }

    func foreign(_ reason: String) -> RemoteError { .foreign("\(address)", reason: reason) }

    // MARK: - Responses

    /// Whether this idle connection can take a request: a host that closed it, or sent something unasked, would not respond.
    var isUsable: Bool {
        do {
            if buffer.isEmpty { _ = try socket.socket.read(atMost: 1) }
        } catch SocketError.blocked {
            return true
        } catch {
        }
        return false
    }

    /// In lower case.
    mutating func readHead() async throws(RemoteError) -> (status: Int, headers: [String: String]) {
        waitingTime = timeouts.response
        let first = try await takeLine().split(separator: " ")
        guard first.count > 1, first[0] == "HTTP/1.1", let status = Int(first[1]) else {
            throw foreign("its response is not HTTP/1.1")
        }
        var headers: [String: String] = [:]
        for _ in 0...Self.maxHeaders {
            let line = try await takeLine()
            if line.isEmpty { return (status, headers) }
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            headers[line[..<colon].lowercased()] = value.lowercased()
        }
        throw foreign("it sent more than \(Self.maxHeaders) headers")
    }

    /// Passes a long body on in pieces, so that its announced length costs no memory.
    mutating func readBody(
        _ headers: [String: String], _ limit: Int, _ onPiece: (_ bytes: [UInt8]) throws(RemoteError) -> Void
    ) async throws(RemoteError) {
        waitingTime = timeouts.response
        var room = limit
        func take(_ count: Int) async throws(RemoteError) {
            var left = count
            while left > 0 {
                let piece = try await self.take(min(left, Self.pieceBytes))
                (left, room) = (left - piece.count, room - piece.count)
                guard room >= 0 else { throw foreign("it sent a response of more than \(limit) bytes") }
                try onPiece(piece)
            }
        }
        if let length = headers["content-length"] {
            guard let count = Self.number(length, radix: 10) else { throw foreign("its response has no valid length") }
            return try await take(count)
        }
        guard headers["transfer-encoding"] == "chunked" else { throw foreign("its response has no length") }
        while true {
            guard let count = Self.number(try await takeLine(), radix: 16) else {
                throw foreign("a chunk has no length")
            }
            try await take(count)
            guard try await takeLine().isEmpty else { throw foreign("a chunk is longer than its length") }
            if count == 0 { return }
        }
    }

    /// Without a sign, which `Int` accepts, and without the zeros of a host that keeps the client busy.
    private static func number(_ digits: String, radix: Int) -> Int? {
        digits.count < 20 && digits.allSatisfy(\.isHexDigit) ? Int(digits, radix: radix) : nil
    }

    // MARK: - WebSocket

    /// Switches from a response timeout to keep-alive, after the handshake.
    mutating func startMessages() {
        ping = WebSocketFrame(.ping).bytes(mask: (0..<4).map { _ in UInt8.random(in: 0 ... .max) })
    }

    mutating func readMessage() async throws(RemoteError) -> [UInt8]? {
        while true {
            let frame: WebSocketFrame?
            do throws(WebSocketFrame.Error) {
                frame = try WebSocketFrame.take(from: &buffer, isMasked: false, limit: RemoteClient.maxBytes)
            } catch {
                switch error {
                case .malformed(let reason): throw foreign("it sent an invalid frame: \(reason)")
                case .tooLong(let limit): throw foreign("it sent a message of more than \(limit) bytes")
                }
            }
            switch frame?.kind {
            case nil: try await readMore()
            case .text: return frame?.payload
            case .close: return nil
            default: break
            }
        }
    }
}
