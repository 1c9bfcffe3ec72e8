extension Attack {
    static let table = [
        tokens, hosts, names, pages, contentTypes, bodies, methods, sockets, lengths, smuggling, paths, sizes,
    ].flatMap { $0 }

    private static let tokens = [
        Attack("no token", 401) { _, _ in ["Authorization": nil] },
        Attack("an empty token", 401) { _, _ in ["Authorization": "Bearer "] },
        Attack("a token without its last digit", 401) { _, token in ["Authorization": "Bearer \(token.dropLast())"] },
        Attack("a token with a digit more", 401) { _, token in ["Authorization": "Bearer \(token)0"] },
        Attack("a token whose first digit is another", 401) { _, token in
            ["Authorization": "Bearer \(token.first == "0" ? "1" : "0")\(token.dropFirst())"]
        },
        Attack("a token whose last digit is another", 401) { _, token in
            ["Authorization": "Bearer \(token.dropLast())\(token.last == "0" ? "1" : "0")"]
        },
        Attack("a token in upper case", 401) { _, token in ["Authorization": "Bearer \(upper(token))"] },
        Attack("a token without its scheme", 401) { _, token in ["Authorization": token] },
        Attack("a token with another scheme", 401) { _, token in ["Authorization": "Basic \(token)"] },
        Attack("a token with a scheme in lower case", 401) { _, token in ["Authorization": "bearer \(token)"] },
        Attack("a token after two spaces", 401) { _, token in ["Authorization": "Bearer  \(token)"] },
        Attack("a token of zeros", 401) { _, _ in ["Authorization": "Bearer \(String(repeating: "0", count: 64))"] },
        Attack("a token twice", 400) { _, token in
            ["Authorization": "Bearer \(token)", "Authorization": "Bearer \(token)"]
        },
        Attack("a token in the query", 401, line: "POST /dispatch?token=x HTTP/1.1") { _, _ in ["Authorization": nil] },
        Attack("a token in a cookie", 401) { _, token in ["Authorization": nil, "Cookie": "token=\(token)"] },
    ]

    /// The token in upper case, changed if it has only digits.
    private static func upper(_ token: String) -> String {
        let upper = token.uppercased()
        return upper == token ? "A\(token.dropFirst())" : upper
    }

    private static let hosts: [Attack] = [
        "evil", "localhost6", "10.0.2.555", "0177.0.0.1", "127.1", "2130706433", "0.0.0.0", "[::]", "localhost.",
        "127.0.0.1.", "localhost.evil.example", "evil@127.0.0.1", "LOCALHOST",
    ].map { name in Attack("Host \(name)", 421) { port, _ in ["Host": "\(name):\(port)"] } }

    private static let names = [
        Attack("Host evil without a port", 421) { _, _ in ["Host": "evil"] },
        Attack("Host without the port", 421) { _, _ in ["Host": "127.0.0.1"] },
        Attack("Host with another port", 421) { port, _ in ["Host": "127.0.0.1:\(port ^ 1)"] },
        Attack("Host with a zero before the port", 421) { port, _ in ["Host": "127.0.0.1:0\(port)"] },
        Attack("an empty Host", 421) { _, _ in ["Host": ""] },
        Attack("no Host", 400) { _, _ in ["Host": nil] },
        Attack("Host twice", 400) { port, _ in ["Host": "127.0.0.1:\(port)", "Host": "127.0.0.1:\(port)"] },
        Attack("Host and a wrong one", 400) { port, _ in ["Host": "127.0.0.1:\(port)", "Host": "evil"] },
        Attack("a wrong Host beside X-Forwarded-Host", 421) { port, _ in
            ["Host": "evil", "X-Forwarded-Host": "127.0.0.1:\(port)"]
        },
        Attack("a whole URL in the place of the path", 400, line: "POST http://127.0.0.1/dispatch HTTP/1.1"),
    ]

    private static let pages = [
        Attack("Origin null", 403) { _, _ in ["Origin": "null"] },
        Attack("Origin of another site", 403) { _, _ in ["Origin": "https://evil.example"] },
        Attack("Origin with another port", 403) { port, _ in ["Origin": "http://127.0.0.1:\(port ^ 1)"] },
        Attack("Origin of the host itself", 403) { port, _ in ["Origin": "http://127.0.0.1:\(port)"] },
        Attack("Origin of a listed page over https", 403) { _, _ in ["Origin": "https://localhost:8000"] },
        Attack("Origin that begins as a listed one", 403) { _, _ in ["Origin": "http://localhost:8000.evil.example"] },
        Attack("Origin with a slash", 403) { _, _ in ["Origin": "http://localhost:8000/"] },
        Attack("an empty Origin", 403) { _, _ in ["Origin": ""] },
        Attack("Origin twice", 400) { _, _ in ["Origin": "http://localhost:8000", "Origin": "http://localhost:8000"] },
        Attack("a form of another site, without Origin", 403) { _, _ in ["Sec-Fetch-Site": "cross-site"] },
        Attack("a page of another port, without Origin", 403) { _, _ in ["Sec-Fetch-Site": "same-site"] },
        Attack("a preflight", 403, line: "OPTIONS /dispatch HTTP/1.1") { _, _ in
            ["Origin": "https://evil.example", "Access-Control-Request-Method": "POST", "Authorization": nil]
        },
    ]

    private static let contentTypes: [Attack] = [
        "multipart/form-data; boundary=x", "text/plain", "application/json; charset=utf-8", "application/json+x",
    ].map { type in Attack(type, 415) { _, _ in ["Content-Type": type] } }

    private static let bodies = [
        Attack("a form", 415, body: "action=increment") { _, _ in
            ["Content-Type": "application/x-www-form-urlencoded"]
        },
        Attack("no content type", 415) { _, _ in ["Content-Type": nil] },
        Attack("two content types", 400) { _, _ in
            ["Content-Type": "text/plain", "Content-Type": "application/json"]
        },
        Attack("a compressed body", 415) { _, _ in ["Content-Encoding": "gzip"] },
        Attack("a body that is not JSON", 400, body: "increment"),
        Attack("a body with a key twice", 400, body: #"{"action":{"increment":{}},"action":{"increment":{}}}"#),
        Attack("an empty body", 400, body: ""),
        Attack("a body that is not an object", 400, body: "[1]"),
        Attack("a body with an unknown key", 400, body: #"{"action":{"increment":{}},"from":"user"}"#),
        Attack("a body of many levels", 400, body: String(repeating: "[", count: 100_000)),
        Attack("an unknown action", 422, body: #"{"action":{"explode":{}}}"#),
        Attack("a client without a number", 400, body: #"{"action":{"increment":{}},"client":"desk"}"#),
    ]

    private static let methods = [
        Attack("an effect by GET", 405, line: "GET /dispatch HTTP/1.1", body: ""),
        Attack("an effect by GET with a query", 405, line: "GET /dispatch?action=increment HTTP/1.1", body: ""),
        Attack("an effect by GET with a body", 405, line: "GET /set HTTP/1.1", body: #"{"state":{"count":9}}"#),
        Attack("travel by GET with a query", 400, line: "GET /travel?to=0 HTTP/1.1", body: ""),
        Attack("travel by GET with a body", 400, line: "GET /travel HTTP/1.1", body: #"{"to":"0"}"#),
        Attack("HEAD", 405, line: "HEAD /dispatch HTTP/1.1", body: ""),
        Attack("PUT", 405, line: "PUT /set HTTP/1.1", body: #"{"state":{"count":9}}"#),
        Attack("DELETE", 405, line: "DELETE /state HTTP/1.1", body: ""),
        Attack("TRACE", 405, line: "TRACE / HTTP/1.1", body: ""),
        Attack("an asterisk", 400, line: "OPTIONS * HTTP/1.1", body: ""),
        Attack("CONNECT", 400, line: "CONNECT 127.0.0.1:80 HTTP/1.1", body: ""),
        Attack("post in lower case", 405, line: "post /dispatch HTTP/1.1"),
        Attack("a method by another header", 405, line: "GET /dispatch HTTP/1.1", body: "") { _, _ in
            ["X-HTTP-Method-Override": "POST"]
        },
        Attack("OPTIONS with the token", 405, line: "OPTIONS /dispatch HTTP/1.1", body: ""),
        Attack("Expect: 100-continue", 417) { _, _ in ["Expect": "100-continue"] },
    ]

    private static let sockets = [
        Attack("a replica without a token", 401, line: "GET /replicas?name=a&from=0 HTTP/1.1") { _, _ in
            ["Authorization": nil]
        },
        Attack("a replica's file from a page", 403, line: "POST /replicas HTTP/1.1") { _, _ in
            ["Origin": "https://evil.example"]
        },
        Attack("a replica's file as text", 415, line: "POST /replicas HTTP/1.1") { _, _ in
            ["Content-Type": "text/plain"]
        },
        Attack("a replica's file where nothing is shared", 404, line: "POST /replicas HTTP/1.1"),
        webSocket("a WebSocket without the token", 401) { _, _ in ["Authorization": nil] },
        webSocket("a WebSocket of another site", 403) { _, _ in ["Origin": "https://evil.example"] },
        webSocket("a WebSocket with the token as its protocol", 401) { _, token in
            ["Authorization": nil, "Sec-WebSocket-Protocol": token]
        },
        webSocket("a WebSocket without a key", 400) { _, _ in ["Sec-WebSocket-Key": nil] },
        webSocket("a WebSocket with a short key", 400) { _, _ in ["Sec-WebSocket-Key": "c2hvcnQ="] },
        webSocket("a WebSocket of an old version", 426) { _, _ in ["Sec-WebSocket-Version": "8"] },
        Attack("a plain GET of a WebSocket", 426, line: "GET /follow HTTP/1.1", body: ""),
        Attack("a WebSocket by POST", 405, line: "POST /follow HTTP/1.1", body: "{}"),
        webSocket("a follower from the future", 409, query: "?after=99"),
    ]

    private static func webSocket(
        _ name: String, _ status: Int, query: String = "",
        _ headers: @escaping @Sendable (_ port: UInt16, _ token: String) -> KeyValuePairs<String, String?> = { _, _ in
            [:]
        }
    ) -> Attack {
        Attack(name, status, line: "GET /follow\(query) HTTP/1.1", body: "", isWebSocket: true, headers)
    }

    private static let lengths: [Attack] = ["27, 27", "+27", "-1", "0x1b", ""].map { (length: String) in
        Attack("the length \(length)", 400) { _, _ in ["Content-Length": length] }
    }

    private static let smuggling = [
        Attack("a length and chunks", 400, body: "0\r\n\r\n") { _, _ in ["Transfer-Encoding": "chunked"] },
        Attack("chunks", 411, body: "1b\r\n\(increment)\r\n0\r\n\r\n") { _, _ in
            ["Content-Length": nil, "Transfer-Encoding": "chunked"]
        },
        Attack("chunks by an odd name", 411) { _, _ in ["Content-Length": nil, "Transfer-Encoding": "xchunked"] },
        Attack("chunks twice", 400) { _, _ in
            ["Content-Length": nil, "Transfer-Encoding": "chunked", "Transfer-Encoding": "identity"]
        },
        Attack("a space before the colon", 400) { _, _ in ["Transfer-Encoding ": "chunked"] },
        Attack("two lengths that differ", 400) { _, _ in ["Content-Length": "27", "Content-Length": "0"] },
        Attack("two lengths that agree", 400) { _, _ in ["Content-Length": "27", "Content-Length": "27"] },
        Attack("no length", 411) { _, _ in ["Content-Length": nil] },
        Attack("a length that overflows", 413) { _, _ in ["Content-Length": "99999999999999999999999999"] },
        Attack("a header that continues on a second line", 400) { _, _ in ["X-Long": "one\r\n two"] },
        Attack("a header without a name", 400) { _, _ in ["": "value"] },
        Attack("a line feed alone", 400) { port, token in "POST /dispatch HTTP/1.1\nHost: 127.0.0.1:\(port)\n\n" },
        Attack("a carriage return alone", 400) { port, _ in "GET / HTTP/1.1\rHost: 127.0.0.1:\(port)\r\n\r\n" },
        Attack("a NUL in a header", 400) { _, _ in ["X-Nul": "a\u{0}b"] },
        Attack("a character past ASCII in a header", 400) { _, _ in ["X-Name": "ä"] },
        Attack("a blank line first", 400) { port, token in
            "\r\nGET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nAuthorization: Bearer \(token)\r\n\r\n"
        },
        Attack("two spaces in the request line", 400, line: "POST  /dispatch HTTP/1.1"),
        Attack("a tab in the request line", 400, line: "POST\t/dispatch HTTP/1.1"),
        Attack("a request line without a version", 400, line: "POST /dispatch"),
        Attack("HTTP/1.0", 505, line: "POST /dispatch HTTP/1.0"),
        Attack("HTTP/2.0", 505, line: "POST /dispatch HTTP/2.0"),
        Attack("HTTP/2 by prior knowledge", 505) { _, _ in "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" },
        Attack("TLS", 400) { _, _ in "\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}" },
        Attack("no HTTP at all", 400) { _, _ in "hello\r\n\r\n" },
    ]

    private static let paths: [Attack] = [
        ("/../state", 400), ("/x/../state", 400), ("/%2e%2e/state", 400), ("/./state", 400), ("//state", 400),
        ("/..\\state", 400), ("/etc/passwd", 404), ("/st%61te", 400), ("/STATE", 404), ("/state/", 404),
        ("/state#x", 400), ("state", 400), ("/state?path=/a&path=/b", 400), ("/state?callback=x", 400),
        ("/state?path=%zz", 400), ("/state?path=%ff", 400), ("/state?path=$[", 400), ("/state?path=/missing", 404),
        ("/timeline?from=one", 400), ("/timeline?bytes=-1", 400), ("/timeline?bytes=99999999999999999999", 400),
    ].map { path, status in Attack(path, status, line: "GET \(path) HTTP/1.1", body: "") }

    private static let sizes = [
        Attack("a body of a byte too many", 413) { _, _ in ["Content-Length": "1048577"] },
        Attack("headers of a byte too many", 431) { _, _ in ["X-Long": String(repeating: "x", count: 16 << 10)] },
        Attack("a path without an end", 431, line: "GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1"),
        Attack("a hundred headers and more", 431) { port, token in
            "GET / HTTP/1.1\r\n" + (0...100).map { "X-\($0): 1\r\n" }.joined() + "\r\n"
        },
    ]
}
