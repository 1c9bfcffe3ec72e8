internal import FlyingSocks
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

/// A connection to a host, and what has come over it and was not read. Used by one task at a time.
struct RemoteConnection: Sendable {
    private let socket: AsyncSocket
    private let closing: SocketClosing
    private let address: RemoteAddress
    private let patience: RemotePatience
    /// While messages are waited for, which may be long in coming.
    private var pulse: HostPulse?
    /// How long the host was silent, where that was too long: nothing can be read any more but what had come.
    private var silence: Duration?
    private var buffer: [UInt8] = []

    private static let pieceBytes = 4096

    /// Closes the socket when nobody uses it any more.
    private final class SocketClosing: Sendable {
        private let socket: Socket
        let pulse = Locked<HostPulse?>(nil)

        init(_ socket: Socket) { self.socket = socket }

        deinit {
            pulse.withLock { $0 }?.end()
            try? socket.close()
        }
    }

    init(to address: RemoteAddress, _ patience: RemotePatience) async throws(RemoteError) {
        self.address = address
        self.patience = patience
        let connected: AsyncSocket?
        do {
            // Where the threads that all tasks share are blocked, the time to connect would be over before it began.
            connected = try await withTaskExecutorPreference(SocketThreads.ofClients) {
                try await Self.connect(to: address, within: patience.connecting)
            }
        } catch SocketError.disconnected {
            throw .unreachable("\(address)", reason: "nothing listens there")
        } catch {
            throw .unreachable("\(address)", reason: Self.reason(error))
        }
        guard let connected else { throw .silent("\(address)", after: patience.connecting) }
        socket = connected
        closing = SocketClosing(connected.socket)
    }

    /// nil where the time is over.
    private static func connect(to address: RemoteAddress, within time: Duration) async throws -> AsyncSocket? {
        let end = ContinuousClock.now + time
        switch address {
        case .unixSocket(let path): return try await connect(to: sockaddr_un.unix(path: path), until: end)
        case .host(let name, let port):
            guard let found = try await NameLookup.addresses(of: name, port: port, within: time) else { return nil }
            var failure: any Error = NameLookup.Failure(reason: "the name \(name) has no address")
            for place in found {
                do {
                    switch place {
                    case .four(let place): return try await connect(to: place, until: end)
                    case .six(let place): return try await connect(to: place, until: end)
                    }
                } catch {
                    failure = error
                }
            }
            throw failure
        }
    }

    private static func connect(
        to place: some SocketAddress, until end: ContinuousClock.Instant
    ) async throws -> AsyncSocket? {
        let socket = try Socket(domain: Int32(type(of: place).family), type: .stream)
        do {
            let connecting = try await ClientSockets.waitable(socket)
            let left = ContinuousClock.now.duration(to: end)
            let isThere: Void? = try await TimeLimit.of(left) { try await connecting.connect(to: place) }
            if isThere != nil { return connecting }
        } catch {
            try? socket.close()
            throw error
        }
        try? socket.close()
        return nil
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case SocketError.failed(_, _, let message): message.prefix(1).lowercased() + message.dropFirst()
        case SocketError.disconnected: "it closed the connection"
        case let error as NameLookup.Failure: error.reason
        default: "\(error)"
        }
    }

    // MARK: - Bytes

    func write(_ bytes: [UInt8]) async throws(RemoteError) {
        var isLate = false
        do {
            try await withTaskExecutorPreference(SocketThreads.ofClients) {
                let deadline = SocketDeadline(socket.socket.file.rawValue, for: .writing, after: patience.answering)
                defer { isLate = deadline.finish() }
                try await socket.write(Data(bytes))
            }
        } catch {
            if isLate { throw .silent("\(address)", after: patience.answering) }
            throw .unreachable("\(address)", reason: Self.reason(error))
        }
    }

    private mutating func readMore() async throws(RemoteError) {
        do {
            buffer += try socket.socket.read(atMost: Self.pieceBytes)
            return
        } catch SocketError.blocked {
            // Nothing has come yet.
        } catch {
            throw ending(error)
        }
        let (socket, pulse, time) = (socket, pulse, patience.answering)
        // What has come is seen in time also where the threads that all tasks share are blocked.
        let (result, isLate) = await withTaskExecutorPreference(SocketThreads.ofClients) {
            pulse?.begin()
            let deadline =
                pulse == nil ? SocketDeadline(socket.socket.file.rawValue, for: .reading, after: time) : nil
            let result: Result<[UInt8], any Error>
            do { result = .success(try await socket.read(atMost: Self.pieceBytes)) } catch { result = .failure(error) }
            return (result, deadline?.finish() ?? pulse?.heard() ?? false)
        }
        if isLate { silence = pulse == nil ? time : patience.silence }
        do { buffer += try result.get() } catch { throw ending(error) }
    }

    /// Why no more can be read.
    private func ending(_ error: any Error) -> RemoteError {
        if let silence { return .silent("\(address)", after: silence) }
        return .unreachable("\(address)", reason: Self.reason(error))
    }

    private mutating func take(_ count: Int) async throws(RemoteError) -> [UInt8] {
        while buffer.count < count { try await readMore() }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    private mutating func takeLine() async throws(RemoteError) -> String {
        while true {
            if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
                let line = buffer[..<end]
                defer { buffer.removeFirst(end + 1) }
                return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
            }
            guard buffer.count < 16 << 10 else { throw .foreign("\(address)", reason: "a line of it has no end") }
            try await readMore()
        }
    }

    // MARK: - Answers

    /// Reads the status and the headers of an answer, in lower case.
    mutating func readHead() async throws(RemoteError) -> (status: Int, headers: [String: String]) {
        let first = try await takeLine().split(separator: " ")
        guard first.count > 1, first[0] == "HTTP/1.1", let status = Int(first[1]) else {
            throw .foreign("\(address)", reason: "it does not speak HTTP/1.1")
        }
        var headers: [String: String] = [:]
        while true {
            let line = try await takeLine()
            if line.isEmpty { return (status, headers) }
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            headers[line[..<colon].lowercased()] = value.lowercased()
        }
    }

    /// Reads the body of an answer, a piece at a time.
    mutating func readBody(
        _ headers: [String: String], _ piece: (_ bytes: [UInt8]) throws(RemoteError) -> Void
    ) async throws(RemoteError) {
        if let length = headers["content-length"].flatMap({ Int($0) }), length >= 0 {
            return try piece(try await take(length))
        }
        guard headers["transfer-encoding"] == "chunked" else {
            throw .foreign("\(address)", reason: "an answer does not say how long it is")
        }
        while true {
            guard let count = Int(try await takeLine(), radix: 16), count >= 0 else {
                throw .foreign("\(address)", reason: "a chunk does not say how long it is")
            }
            if count > 0 { try piece(try await take(count)) }
            _ = try await takeLine()
            if count == 0 { return }
        }
    }

    // MARK: - Frames

    /// What comes from now on are messages, which may be long in coming: a host that is silent is asked for a sign of life.
    mutating func beginMessages() {
        let pulse = HostPulse(socket.socket.file.rawValue, every: patience.silence)
        closing.pulse.withLock { $0 = pulse }
        self.pulse = pulse
    }

    /// Reads a message of a WebSocket; nil where the host has ended it.
    mutating func readMessage() async throws(RemoteError) -> [UInt8]? {
        while true {
            let frame: WebSocketFrame?
            do throws(WebSocketFrame.Fault) {
                frame = try WebSocketFrame.take(from: &buffer, isMasked: false, limit: 1 << 30)
            } catch {
                throw .foreign("\(address)", reason: "it sent a frame that is none: \(error)")
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
