import Foundation
import TimelineTestSupport

/// A response of a host. Status 0 if the host closed the connection without one.
struct RawResponse {
    let status: Int
    let head, body: String

    init(status: Int, head: String, body: String) { (self.status, self.head, self.body) = (status, head, body) }

    /// nil if it is incomplete.
    init?(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let end = text.range(of: "\r\n\r\n") else { return nil }
        head = String(text[..<end.lowerBound])
        let rest = String(text[end.upperBound...])
        status = head.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        let length = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
            .flatMap { Int($0.dropFirst("Content-Length: ".count)) }
        if let length {
            guard rest.utf8.count >= length else { return nil }
            body = rest
        } else if head.contains("Transfer-Encoding: chunked") {
            guard rest.hasSuffix("0\r\n\r\n") else { return nil }
            body = rest
        } else {
            body = rest
        }
    }
}

extension RawSocket {
    /// Reads one response, with the body that its `Content-Length` announces.
    func readResponse() -> RawResponse {
        var bytes: [UInt8] = []
        while true {
            if let answer = RawResponse(bytes) { return answer }
            let more = read()
            if more.isEmpty { return RawResponse(status: 0, head: String(decoding: bytes, as: UTF8.self), body: "") }
            bytes += more
        }
    }
}
