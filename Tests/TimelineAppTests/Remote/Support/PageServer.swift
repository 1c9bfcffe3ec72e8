import Foundation
import Synchronization
import TimelineTestSupport

/// A web server on a port of its own: another site.
final class PageServer: Sendable {
    struct Request: Sendable {
        let method, path, body: String
    }

    typealias Answer = @Sendable (Request) -> (head: String, body: String)

    let port: UInt16
    private let descriptor: Int32
    private let requests = Requests()

    /// Outlives the server, since a browser may continue to send requests.
    private final class Requests: Sendable {
        let all = Mutex<[Request]>([])
    }

    var received: [Request] { requests.all.withLock { $0 } }

    init(_ answer: @escaping Answer) throws {
        let descriptor = try LocalAddress.port(0).listen()
        self.descriptor = descriptor
        port = LocalAddress.port(of: descriptor)
        Thread { [requests] in
            // Not in `stop`, as the next `accept` could be on another socket with its number.
            defer { close(descriptor) }
            while true {
                let client = accept(descriptor, nil, nil)
                guard client >= 0 else { return }
                Thread {
                    defer { close(client) }
                    guard let request = Self.read(client) else { return }
                    requests.all.withLock { $0.append(request) }
                    let (head, body) = answer(request)
                    let text =
                        "HTTP/1.1 \(head)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n\(body)"
                    RawSocket.send(Array(text.utf8), to: client)
                }.start()
            }
        }.start()
    }

    func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    private static func read(_ client: Int32) -> Request? {
        var time = timeval(tv_sec: 30, tv_usec: 0)
        setsockopt(client, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var text = ""
        while true {
            if let end = text.firstRange(of: "\r\n\r\n") {
                let head = text[..<end.lowerBound]
                let words = head.prefix { $0 != "\r\n" }.split(separator: " ")
                let length = head.firstMatch(of: /(?i)\r\ncontent-length: *(\d+)/).flatMap { Int($0.1) } ?? 0
                let body = text[end.upperBound...]
                if words.count == 3, body.utf8.count >= length {
                    return Request(method: String(words[0]), path: String(words[1]), body: String(body))
                }
            }
            let bytes = RawSocket.read(client)
            if bytes.isEmpty { return nil }
            text += String(decoding: bytes, as: UTF8.self)
        }
    }
}
