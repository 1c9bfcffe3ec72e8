import Testing
import TimelineTestSupport

@testable import TimelineRemote

@Suite(.ownThreads)
struct RequestValidatorTests {
    private let token = RemoteToken()

    private func validate(_ head: String, isReadOnly: Bool = false) throws -> HTTPRequest<Endpoint> {
        let limits = HostLimits()
        let validator = RequestValidator<Endpoint>(
            hosts: ["127.0.0.1:4000"], origins: ["http://localhost:8000"], token: token, isReadOnly: isReadOnly,
            limits: limits)
        let bytes = Array(head.replacing("TOKEN", with: token.text).utf8)
        guard let count = try RequestHead.length(in: bytes, limits) else { throw Missing() }
        return try validator.validate(try RequestHead(bytes[..<count], limits))
    }

    private struct Missing: Error {}

    /// The head of a request that is accepted, with further headers.
    private func head(_ line: String, _ headers: String = "") -> String {
        "\(line) HTTP/1.1\r\nHost: 127.0.0.1:4000\r\nAuthorization: Bearer TOKEN\r\n\(headers)\r\n"
    }

    private static let webSocket = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"

    @Test func `accepts valid requests`() throws {
        let read = try validate(
            "GET /state?path=%24.a%20b HTTP/1.1\r\nhOST:\t127.0.0.1:4000 \r\nAuthorization: Bearer TOKEN\r\n\r\n")
        #expect(read.endpoint == .state)
        #expect(read.kind == .read)
        #expect(read.parameters == ["path": "$.a b"])
        #expect(read.keepsAlive)
        let change = try validate(
            head(
                "POST /set",
                "Connection: close\r\nContent-Type: application/json\r\nContent-Length: 1048576\r\n"))
        #expect(change.endpoint == .set)
        #expect(change.kind == .change(bodyBytes: 1_048_576))
        #expect(!change.keepsAlive)
        let follow = try validate(
            head(
                "GET /follow?after=7", "Connection: keep-alive, Upgrade\r\nUpgrade: WebSocket\r\n\(Self.webSocket)"))
        #expect(follow.kind == .webSocket(key: "dGhlIHNhbXBsZSBub25jZQ=="))
        #expect(follow.parameters == ["after": "7"])
    }

    /// RFC 9110, sections 5.3 and 5.6.1: elements between commas, white space around them, and several lines are one list.
    @Test(
        arguments: [
            ("Connection: Upgrade\r\nUpgrade: websocket\r\n", true),
            ("Connection: keep-alive,Upgrade\r\nUpgrade: websocket\r\n", true),
            ("Connection: \tkeep-alive \t,\t UPGRADE\t \r\nUpgrade:\tWebSocket \r\n", true),
            ("Connection: ,, Upgrade ,\r\nUpgrade: , websocket\r\n", true),
            ("Connection: keep-alive\r\nConnection: upgrade\r\nUpgrade: websocket\r\n", true),
            ("Connection: close, Upgrade\r\nUpgrade: h2c\r\nUpgrade: websocket\r\n", true),
            ("Connection: keep-alive\r\nUpgrade: websocket\r\n", false),
            ("Connection: upgraded\r\nUpgrade: websocket\r\n", false),
            ("Connection: Upgrade\r\nUpgrade: websockets\r\n", false),
            ("Connection: Upgrade\r\nUpgrade: websocket/13\r\n", false),
            ("Connection: Upgrade\r\n", false),
        ])
    func `reads Connection and Upgrade as lists`(_ fields: String, _ isWebSocket: Bool) throws {
        let head = head("GET /follow", fields + Self.webSocket)
        if isWebSocket {
            #expect(try validate(head).kind == .webSocket(key: "dGhlIHNhbXBsZSBub25jZQ=="))
        } else {
            #expect(#expect(throws: RequestError.self) { try validate(head) }?.status == 426)
        }
    }

    @Test(
        arguments: [
            ("", true), ("Connection: keep-alive\r\n", true), ("Connection: closed\r\n", true),
            ("Connection: Close\r\n", false), ("Connection: keep-alive ,\tCLOSE\r\n", false),
            ("Connection: keep-alive\r\nConnection: close\r\n", false),
            ("Connection:\r\nConnection: close\r\n", false),
        ])
    func `closes the connection on request`(_ fields: String, _ keepsAlive: Bool) throws {
        #expect(try validate(head("GET /", fields)).keepsAlive == keepsAlive)
    }

    @Test(arguments: ["keep-alive Upgrade", "keep-alive\tUpgrade", "\"close\"", "close;q=1", "a=b"])
    func `refuses a list of other elements than tokens`(_ list: String) {
        for name in ["Connection", "Upgrade"] {
            let error = #expect(throws: RequestError.self) { try validate(head("GET /", "\(name): \(list)\r\n")) }
            #expect(
                error?.reason
                    == "the header \(name.lowercased()) must be a comma-separated list of tokens")
        }
    }

    /// The response to a request that fails one check reveals nothing about later checks.
    @Test(
        arguments: [
            ("POST /x HTTP/1.1\r\nTransfer-Encoding: a\r\nContent-Length: 1\r\nHost: evil\r\n\r\n", 400),
            ("POST /x HTTP/1.1\r\nHost: evil\r\nOrigin: null\r\n\r\n", 421),
            ("POST /x HTTP/1.1\r\nHost: 127.0.0.1:4000\r\nOrigin: null\r\n\r\n", 403),
            ("POST /x HTTP/1.1\r\nHost: 127.0.0.1:4000\r\n\r\n", 401),
            ("POST /x HTTP/1.1\r\nHost: 127.0.0.1:4000\r\nAuthorization: Bearer TOKEN\r\n\r\n", 404),
            ("PUT /set HTTP/1.1\r\nHost: 127.0.0.1:4000\r\nAuthorization: Bearer TOKEN\r\n\r\n", 405),
            ("POST /set HTTP/1.1\r\nHost: 127.0.0.1:4000\r\nAuthorization: Bearer TOKEN\r\n\r\n", 411),
        ])
    func `refuses the sender before the request`(_ head: String, _ status: Int) {
        let error = #expect(throws: RequestError.self) { try validate(head) }
        #expect(error?.status == status)
    }

    @Test func `finds the end of a head wherever the input is cut`() throws {
        let limits = HostLimits()
        let head = Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
        for cut in 0..<head.count {
            #expect(try RequestHead.length(in: Array(head[..<cut]), limits) == nil)
            #expect(try RequestHead.length(in: head, after: cut, limits) == head.count)
            #expect(try RequestHead.length(in: head + Array("more".utf8), after: cut, limits) == head.count)
        }
    }
}
