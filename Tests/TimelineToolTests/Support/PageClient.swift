import Foundation
import TimelineKit
import TimelineRemote
import TimelineTestSupport

/// A browser's side of the WebSocket that `timeline serve` serves: sends any bytes, valid or not.
final class PageClient {
    /// What the server sent.
    enum Message: Equatable {
        case json(JSONObject)
        case closed(UInt16)
        /// The connection ended without a close frame.
        case end
    }

    /// The status and the headers of the response to the handshake.
    private(set) var head = ""
    /// The process that serves the page, where `Sandbox.serve` started it. It ends when the client is released.
    fileprivate(set) var server: TestProcess!
    private let socket: RawSocket
    private var buffer: [UInt8] = []

    /// - Parameter request: The request, without `Connection` and the headers of a WebSocket.
    init(port: UInt16, request: String) throws {
        socket = try RawSocket(.port(port))
        socket.send(request)
        while !head.hasSuffix("\r\n\r\n"), let byte = take(1)?.first {
            head.unicodeScalars.append(Unicode.Scalar(byte))
        }
    }

    /// Opens the WebSocket of a served page, and sends the token.
    convenience init(_ page: ServedAddress, token: String? = nil) throws {
        try self.init(port: page.port, request: Self.handshake(page.port))
        send(message: #"{"token":"\#(token ?? page.token)"}"#)
    }

    static func handshake(
        _ port: UInt16, host: String? = nil, origin: String? = nil, path: String = "/socket", _ more: String = ""
    ) -> String {
        let host = host ?? "127.0.0.1:\(port)"
        return "GET \(path) HTTP/1.1\r\nHost: \(host)\r\n"
            + "Origin: \(origin ?? "http://127.0.0.1:\(port)")\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\(more)"
            + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    }

    /// The status of the response to the handshake; 0 if there was none.
    var status: Int { head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }

    // MARK: - Sending

    func send(_ bytes: [UInt8]) { socket.send(bytes) }
    func send(_ frame: WebSocketFrame) { send(frame.bytes(mask: [7, 1, 9, 3])) }
    func send(message: String) { send(WebSocketFrame(.text, Array(message.utf8))) }

    // MARK: - Receiving

    /// The system holds no more than 512 KiB that were not read.
    func limitBuffer() {
        var size: Int32 = 1 << 18
        setsockopt(socket.descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    private func take(_ count: Int) -> [UInt8]? {
        while buffer.count < count { guard readMore() else { return nil } }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    /// Everything until the server closes the connection.
    func rest() -> String {
        while readMore() {}
        return String(decoding: buffer, as: UTF8.self)
    }

    private func readMore() -> Bool { readSome(65536) }

    /// Reads some bytes that arrived.
    ///
    /// - Returns: False at the end.
    func readSome(_ count: Int) -> Bool {
        let bytes = socket.read(atMost: count)
        buffer += bytes
        return !bytes.isEmpty
    }

    func next() throws -> Message {
        while true {
            let frame = try WebSocketFrame.take(from: &buffer, isMasked: false, limit: 1 << 30)
            switch frame?.kind {
            case .text?: return .json(try JSON(parsing: frame!.payload).object ?? JSONObject())
            case .close?: return .closed(UInt16(frame!.payload[0]) << 8 | UInt16(frame!.payload[1]))
            case nil: guard readMore() else { return .end }
            default: break
            }
        }
    }

    /// The next message with a member `name`; others are skipped.
    func next(_ name: String) throws -> JSONObject {
        while true {
            let message = try next()
            guard case .json(let object) = message else {
                throw TestProcess.Failure(description: "instead of \(name): \(message)")
            }
            if object[name] != nil { return object }
        }
    }

    /// How the server ends the connection. Messages are skipped.
    func ending() throws -> Message {
        while true {
            let message = try next()
            if case .json = message { continue }
            return message
        }
    }
}

extension Sandbox {
    /// Starts `timeline serve`, and a browser of its page.
    func serve(
        _ arguments: String..., with tool: String = "counter-timeline", environment: [String: String] = [:]
    ) throws -> PageClient {
        let server = try start(["serve"] + arguments, with: tool, environment: environment)
        let client = try PageClient(ServedAddress(of: server))
        client.server = server
        return client
    }
}

/// Where a page is served.
struct ServedAddress {
    let port: UInt16
    let token: String

    /// Waits until the tool prints the address.
    init(of tool: TestProcess) throws {
        let found = try tool.wait(for: ##/serving at http://127\.0\.0\.1:(\d+)/#token=([0-9a-f]{64})\n/##)
        (port, token) = (UInt16(found.1)!, String(found.2))
    }
}

/// The verdict and the bad positions that a page shows.
struct FoundStates: Equatable {
    var verdict: JSON?
    var bad: JSON?

    init(verdict: JSON? = nil, bad: JSON? = []) { (self.verdict, self.bad) = (verdict, bad) }

    /// Takes a message, as a page does: its spans replace those that begin where they do, or later.
    mutating func add(_ message: JSONObject) {
        if let verdict = message["verdict"] { self.verdict = verdict == .null ? nil : verdict }
        let spans = message["bad"]?.array ?? []
        let kept = bad?.array?.filter { span in spans.first.map { span.array![0].int! < $0.array![0].int! } ?? true }
        bad = .array((kept ?? []) + spans)
    }
}
