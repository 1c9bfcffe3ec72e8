import Foundation
import Testing
import TimelineKit
import TimelineRemote
import TimelineTestSupport

/// Whoever has not the token, or is not the page, gets nothing of the recording.
@Suite(.ownThreads)
struct ServeSecurityTests {
    private let sandbox: Sandbox
    private let server: TestProcess
    private let address: ServedAddress

    init() throws {
        sandbox = Sandbox(["run.jsonl": Recorded.run])
        server = try sandbox.start(["serve", "run.jsonl"])
        address = try ServedAddress(of: server)
    }

    private func expectService(_ comment: Comment) throws {
        #expect(try PageClient(address).next("page")["page"]?.object?["program"] == "counter", comment)
    }

    @Test func thePageHasNoDataAndAllowsItsOwnSocketAlone() throws {
        let client = try PageClient(
            port: address.port,
            request: "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(address.port)\r\nConnection: close\r\n\r\n")
        let headers = client.head.split(separator: "\r\n").map(String.init)
        #expect(headers[0] == "HTTP/1.1 200 OK")
        let policy = headers.first { $0.hasPrefix("Content-Security-Policy: ") } ?? ""
        #expect(
            policy.replacing(#/sha256-[A-Za-z0-9+\/=]+/#, with: "HASH")
                == "Content-Security-Policy: default-src 'none'; script-src 'HASH' 'HASH'; style-src 'HASH'; "
                + "require-trusted-types-for 'script'; trusted-types timeline; base-uri 'none'; form-action 'none'; "
                + "connect-src ws://127.0.0.1:\(address.port); frame-ancestors 'none'")
        for header in [
            "Content-Type: text/html; charset=utf-8", "Referrer-Policy: no-referrer", "Cache-Control: no-store",
            "X-Content-Type-Options: nosniff",
        ] {
            #expect(headers.contains(header))
        }
        let page = client.rest()
        #expect(page.contains("<meta name=\"timeline-socket\" content=\"/socket\">"))
        #expect(page.hasSuffix("</html>\n"))
        #expect(!page.contains(address.token))
        #expect(!page.contains("counter\""))
        // The one element is the script.
        #expect(page.split(separator: "text/plain").count == 2)
        #expect(page.contains("<script type=\"text/plain\" id=\"code\">"))
    }

    /// Requests, with the status of the response; 101 opens the WebSocket.
    private static let requests: [(name: String, request: @Sendable (UInt16) -> String, status: Int)] = [
        ("the page", { PageClient.handshake($0) }, 101),
        ("the name localhost", { PageClient.handshake($0, host: "localhost:\($0)") }, 421),
        ("the name of a site", { PageClient.handshake($0, host: "evil.example") }, 421),
        ("another port", { PageClient.handshake($0, host: "127.0.0.1:80") }, 421),
        ("another origin", { PageClient.handshake($0, origin: "http://evil.example") }, 403),
        ("another port's origin", { PageClient.handshake($0, origin: "http://127.0.0.1:1") }, 403),
        ("the origin of a file", { PageClient.handshake($0, origin: "null") }, 403),
        ("the secure origin", { PageClient.handshake($0, origin: "https://127.0.0.1:\($0)") }, 403),
        ("another path", { PageClient.handshake($0, path: "/other") }, 404),
        ("a query with the token", { PageClient.handshake($0, path: "/socket?token=1") }, 400),
        ("the page as a WebSocket", { PageClient.handshake($0, origin: "http://a.example", path: "/") }, 403),
        ("an icon", { "GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1:\($0)\r\n\r\n" }, 404),
        ("no host", { _ in "GET / HTTP/1.1\r\n\r\n" }, 400),
        ("a post", { "POST / HTTP/1.1\r\nHost: 127.0.0.1:\($0)\r\nContent-Length: 0\r\n\r\n" }, 405),
        ("an image on another site", { crossSite($0, "no-cors") }, 403),
        ("a frame on another site", { crossSite($0, "navigate\r\nSec-Fetch-Dest: iframe") }, 403),
        ("a link on another site", { crossSite($0, "navigate\r\nSec-Fetch-Dest: document") }, 200),
    ]

    private static func crossSite(_ port: UInt16, _ mode: String) -> String {
        "GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nSec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: \(mode)\r\n\r\n"
    }

    @Test func onlyThePageItselfIsServed() throws {
        for (name, request, status) in Self.requests {
            #expect(try PageClient(port: address.port, request: request(address.port)).status == status, "\(name)")
        }
        try expectService("after all of them")
    }

    /// The first frames of a client, and the code with which the server ends the WebSocket.
    private static let first: [(name: String, frames: [WebSocketFrame], code: UInt16)] = [
        ("a wrong token", [text(#"{"token":"\#(String(repeating: "0", count: 64))"}"#)], 4401),
        ("a short token", [text(#"{"token":""}"#)], 4401),
        ("a number as the token", [text(#"{"token":1}"#)], 4401),
        ("a request without the token", [text(#"{"read":0}"#)], 4401),
        ("two members", [text(#"{"token":"a","read":0}"#)], 1007),
        ("no JSON", [text("token")], 1007),
        ("a list", [text("[]")], 1007),
        ("invalid UTF-8", [WebSocketFrame(.text, [0x7B, 0xFF, 0x7D])], 1007),
        ("bytes", [WebSocketFrame(.binary, [1])], 1003),
        ("a long message", [text(String(repeating: " ", count: 5000))], 1009),
        (
            "a long message in parts",
            [WebSocketFrame(.text, [UInt8](repeating: 32, count: 4000), isFinal: false)]
                + [WebSocketFrame(.continuation, [UInt8](repeating: 32, count: 97))], 1009
        ),
        ("a continuation of nothing", [WebSocketFrame(.continuation, [])], 1002),
        ("two messages at once", [WebSocketFrame(.text, [32], isFinal: false), text("{}")], 1002),
        ("a close frame", [.close(1000, "")], 1000),
    ]

    private static func text(_ text: String) -> WebSocketFrame { WebSocketFrame(.text, Array(text.utf8)) }

    @Test func aClientWithoutTheTokenGetsNothing() throws {
        for (name, frames, code) in Self.first {
            let client = try PageClient(port: address.port, request: PageClient.handshake(address.port))
            for frame in frames { client.send(frame) }
            #expect(try client.next() == .closed(code), "\(name)")
        }
        let bare = try PageClient(port: address.port, request: PageClient.handshake(address.port))
        bare.send(Self.text("{}").bytes())
        #expect(try bare.next() == .closed(1002), "a client masks its frames")
        let silent = try PageClient(port: address.port, request: PageClient.handshake(address.port))
        let start = ContinuousClock.now
        silent.send(WebSocketFrame(.ping, [1]))
        #expect(try silent.next() == .closed(4401))
        #expect(ContinuousClock.now - start > .seconds(4))
        try expectService("after all of them")
    }

    @Test func theTokenMayArriveInParts() throws {
        let client = try PageClient(port: address.port, request: PageClient.handshake(address.port))
        let message = Array(#"{"token":"\#(address.token)"}"#.utf8)
        client.send(WebSocketFrame(.text, Array(message[..<10]), isFinal: false))
        client.send(WebSocketFrame(.ping, [1, 2]))
        client.send(WebSocketFrame(.continuation, Array(message[10..<40]), isFinal: false))
        client.send(WebSocketFrame(.continuation, Array(message[40...])))
        #expect(try client.next("page")["page"]?.object?["program"] == "counter")
    }

    /// Messages of the page itself, in any form, and random frames: each either is ignored or ends the connection, and others
    /// are served.
    @Test func generatedFramesDisturbNobody() throws {
        let messages = [
            #"{"read":0}"#, #"{"read":-1}"#, #"{"read":99999999999999999999}"#, #"{"read":"0"}"#, #"{"read":null}"#,
            #"{"travel":{"to":"1"}}"#, #"{"travel":{}}"#, #"{"travel":[]}"#, #"{"dispatch":null}"#, #"{"token":"x"}"#,
            #"{"edits":{"words":["-o"]}}"#, #"{"page":{}}"#, "{}", "null", "", "{", String(repeating: "[", count: 5000),
            #"{"dispatch":"# + String(repeating: "[", count: 127) + String(repeating: "]", count: 127) + "}",
        ]
        for var seed in Seed.several(Harness.count(small: 100, full: 20_000)) {
            let client =
                Bool.random(using: &seed)
                ? try PageClient(address)
                : try PageClient(port: address.port, request: PageClient.handshake(address.port))
            for _ in 0..<Int.random(in: 1...6, using: &seed) {
                switch Int.random(in: 0..<4, using: &seed) {
                case 0:
                    let count = Int.random(in: 1...80, using: &seed)
                    client.send((0..<count).map { _ in .random(in: 0 ... .max, using: &seed) })
                case 1:
                    let kinds: [WebSocketFrame.Kind] = [.continuation, .text, .binary, .ping, .pong]
                    let kind = kinds.randomElement(using: &seed)!
                    let payload = Array(messages.randomElement(using: &seed)!.utf8.prefix(125))
                    client.send(WebSocketFrame(kind, payload, isFinal: .random(using: &seed)))
                default: client.send(message: messages.randomElement(using: &seed)!)
                }
            }
            client.send(.close(1000, ""))
            let ending = try client.ending()
            #expect(
                [1000, 1002, 1003, 1007, 1008, 1009, 4401].map(PageClient.Message.closed).contains(ending)
                    || ending == .end,
                "\(ending), \(seed)")
        }
        try expectService("after all of them")
        #expect(try server.end(SIGINT).status == 0)
    }

    /// Clients without the token do not keep out those that have it.
    @Test func theOldestClientsWithoutTheTokenMakeRoom() throws {
        let silent = try (1...40).map { _ in
            try PageClient(port: address.port, request: PageClient.handshake(address.port))
        }
        try expectService("while 40 clients without the token are connected")
        #expect(silent.filter { (try? $0.next()) == .end }.count >= 1)
    }
}
