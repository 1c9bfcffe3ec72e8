/// Parsed strictly (RFC 9112): an ambiguous head is an error, which prevents request smuggling.
package struct RequestHead: Sendable {
    let method: String
    let path: String
    let query: String?
    /// Names in lower case.
    let headers: [(name: String, value: String)]

    private static let singletons: Set<String> = [
        "host", "origin", "authorization", "content-type", "content-length", "transfer-encoding", "expect",
        "sec-websocket-key", "sec-websocket-version", "sec-fetch-site",
    ]
    /// Headers that are lists, of tokens or, for `upgrade`, of `NAME/VERSION` too.
    private static let lists: Set<String> = ["connection", "upgrade"]

    func value(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// In lower case. Several headers of the name are one list (RFC 9110, section 5.3).
    func list(_ name: String) -> [String] {
        headers.filter { $0.name == name }.flatMap { Self.elements($0.value) }.map { $0.lowercased() }
    }

    // MARK: - Receiving

    /// Nil if the head is incomplete. `start` bytes were searched before.
    package static func length(
        in bytes: [UInt8], after start: Int = 0, _ limits: HostLimits
    ) throws(RequestError) -> Int? {
        let end = min(bytes.count, limits.headBytes)
        for index in min(max(0, start - 1), end)..<end {
            switch bytes[index] {
            case lineFeed:
                guard index > 0, bytes[index - 1] == carriageReturn else {
                    throw RequestError(400, "a line of the request does not end with a carriage return and a line feed")
                }
                guard index > 1 else { throw RequestError(400, "the request begins with a blank line") }
                if index > 2, bytes[index - 2] == lineFeed { return index + 1 }
            case carriageReturn:
                if index + 1 < bytes.count, bytes[index + 1] != lineFeed {
                    throw RequestError(400, "a line of the request contains a carriage return")
                }
            case 0x09, 0x20..<0x7F: break
            default: throw RequestError(400, "the request contains a byte that is not a printable ASCII character")
            }
        }
        guard bytes.count < limits.headBytes else {
            throw RequestError(431, "the headers are longer than \(limits.headBytes) bytes")
        }
        return nil
    }

    // MARK: - Parsing

    package init(_ bytes: some Collection<UInt8>, _ limits: HostLimits) throws(RequestError) {
        // `length` checked that each line feed follows a carriage return.
        let lines = bytes.split(separator: Self.lineFeed).map { String(decoding: $0.dropLast(), as: UTF8.self) }
            .filter { !$0.isEmpty }
        guard let first = lines.first else { throw RequestError(400, "the request is empty") }
        let words = first.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        guard words.count == 3, Self.isToken(words[0]) else {
            throw RequestError(400, "the request line must be a method, a path and HTTP/1.1, with a space between each")
        }
        guard words[2] == "HTTP/1.1" else {
            if words[2].hasPrefix("HTTP/") { throw RequestError(505, "the version of HTTP must be HTTP/1.1") }
            throw RequestError(400, "the request line must end with HTTP/1.1")
        }
        method = words[0]
        (path, query) = try Self.target(words[1])
        guard lines.count - 1 <= limits.headers else {
            throw RequestError(431, "there are more than \(limits.headers) headers")
        }
        var headers: [(name: String, value: String)] = []
        for line in lines.dropFirst() { headers.append(try Self.header(line)) }
        for name in Self.singletons where headers.count(where: { $0.name == name }) > 1 {
            throw RequestError(400, "the header \(name) occurs more than once")
        }
        for header in headers where Self.lists.contains(header.name) {
            guard Self.elements(header.value).allSatisfy({ $0.split(separator: "/").allSatisfy(Self.isToken) }) else {
                throw RequestError(400, "the header \(header.name) must be a comma-separated list of tokens")
            }
        }
        self.headers = headers
        if value("transfer-encoding") != nil, value("content-length") != nil {
            throw RequestError(400, "content-length and transfer-encoding both occur: the end of the body is ambiguous")
        }
    }

    private static func target(_ text: String) throws(RequestError) -> (path: String, query: String?) {
        guard text.hasPrefix("/"), !text.contains("#") else {
            throw RequestError(400, "the path must begin with a slash and have no fragment")
        }
        let parts = text.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let path = parts[0]
        guard !path.contains("%"), !path.contains("\\"), !path.contains("//"),
            !path.split(separator: "/").contains(where: { $0 == "." || $0 == ".." })
        else { throw RequestError(400, "the path contains \"..\", \".\", \"//\", a backslash or a percent sign") }
        return (path, parts.count > 1 ? parts[1] : nil)
    }

    private static func header(_ line: String) throws(RequestError) -> (name: String, value: String) {
        if line.hasPrefix(" ") || line.hasPrefix("\t") {
            throw RequestError(400, "a header continues on a second line")
        }
        guard let colon = line.firstIndex(of: ":") else { throw RequestError(400, "a header has no colon") }
        let name = String(line[..<colon])
        guard isToken(name) else { throw RequestError(400, "the name of a header contains an invalid character") }
        return (name.lowercased(), trimmed(line[line.index(after: colon)...]))
    }

    /// Empty elements do not count (RFC 9110, section 5.6.1).
    private static func elements(_ list: String) -> [String] {
        list.split(separator: ",").map(trimmed).filter { !$0.isEmpty }
    }

    private static func trimmed(_ text: Substring) -> String {
        let blank: Set<Character> = [" ", "\t"]
        let start = text.drop { blank.contains($0) }
        return String(start[..<(start.lastIndex { !blank.contains($0) }.map(start.index(after:)) ?? start.startIndex)])
    }

    /// RFC 9110, section 5.6.2.
    private static func isToken(_ text: some StringProtocol) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"):
                    true
                default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
                }
            }
    }

    private static let lineFeed = UInt8(ascii: "\n")
    private static let carriageReturn = UInt8(ascii: "\r")
}
