internal import FlyingSocks

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
    private var buffer: [UInt8] = []

    /// Closes the socket when nobody uses it any more.
    private final class SocketClosing: Sendable {
        private let socket: Socket

        init(_ socket: Socket) { self.socket = socket }

        deinit { try? socket.close() }
    }

    init(to address: RemoteAddress) async throws(RemoteError) {
        self.address = address
        do {
            // Where the threads that all tasks share are blocked, the time to connect would be over before it began.
            socket = try await withTaskExecutorPreference(HostThreads()) {
                switch address {
                case .host(let name, let port):
                    // The names of this machine are not looked up: the answer could be another machine.
                    let ip = name == "localhost" ? "127.0.0.1" : name
                    return try await AsyncSocket.connected(to: try sockaddr_in.inet(ip4: ip, port: port))
                case .unixSocket(let path):
                    return try await AsyncSocket.connected(to: sockaddr_un.unix(path: path))
                }
            }
        } catch SocketError.disconnected {
            throw .unreachable("\(address)", reason: "nothing listens there")
        } catch {
            throw .unreachable("\(address)", reason: Self.reason(error))
        }
        closing = SocketClosing(socket.socket)
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case SocketError.failed(_, _, let message): message.prefix(1).lowercased() + message.dropFirst()
        case SocketError.disconnected: "it closed the connection"
        case SocketError.timeout: "it does not answer"
        default: "\(error)"
        }
    }

    // MARK: - Bytes

    func write(_ bytes: [UInt8]) async throws(RemoteError) {
        do { try await socket.write(Data(bytes)) } catch {
            throw .unreachable("\(address)", reason: Self.reason(error))
        }
    }

    private mutating func readMore() async throws(RemoteError) {
        do { buffer += try await socket.read(atMost: 4096) } catch {
            throw .unreachable("\(address)", reason: Self.reason(error))
        }
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
