package import TimelineJSON

/// Used by one task at a time.
package struct RemoteClient: Sendable {
    package struct Timeouts: Sendable {
        /// Until a connection is open: the lookup of the name, and attempts at all its addresses.
        package var connect = Duration.seconds(10)
        /// Until a request is sent, until the response starts, and between two parts of it.
        package var response = Duration.seconds(10)
        /// The silence of a WebSocket until the host gets a `ping`, and the time to respond to it.
        package var keepAlive = Duration.seconds(10)
        package var join = Duration.seconds(10)

        package init() {}
    }

    /// Used by one task at a time.
    package struct Messages<Message: Sendable>: Sendable {
        fileprivate var connection: RemoteConnection
        fileprivate let address: RemoteAddress
        fileprivate let decode: @Sendable (JSON) -> Message?
        /// In bytes.
        package private(set) var lastSize = 0

        package mutating func next() async throws(RemoteError) -> Message? {
            guard let text = try await connection.readMessage() else { return nil }
            lastSize = text.count
            guard let json = try? JSON(parsing: text), let message = decode(json) else {
                throw .foreign("\(address)", reason: "it sent an invalid message")
            }
            return message
        }
    }

    package let address: RemoteAddress
    private let token: RemoteToken
    private let timeouts: Timeouts
    private var connection: RemoteConnection?
    private let id = RemoteClient.randomID()
    private var number = 0

    package init(_ address: RemoteAddress, token: RemoteToken, timeouts: Timeouts = Timeouts()) {
        self.address = address
        self.token = token
        self.timeouts = timeouts
    }

    static func randomID() -> String { String(RemoteToken().text.prefix(32)) }

    // MARK: - Reading

    package mutating func info() async throws(RemoteError) -> JSON { try await json("GET", Endpoint.info.rawValue) }

    package mutating func travelPosition() async throws(RemoteError) -> JSON {
        try await json("GET", Endpoint.travel.rawValue)
    }

    package mutating func state(at path: String? = nil) async throws(RemoteError) -> JSON {
        try await json("GET", Endpoint.state.target(path.map { ["path": $0] } ?? [:]))
    }

    package mutating func timeline(
        _ steps: ClosedRange<Int>? = nil, _ onChunk: (_ bytes: [UInt8]) throws(RemoteError) -> Void
    ) async throws(RemoteError) {
        let target = Endpoint.timeline.target(
            steps.map { ["from": "\($0.lowerBound)", "through": "\($0.upperBound)"] } ?? [:])
        try await send("GET", target, nil, onChunk)
    }

    // MARK: - Changes

    /// Returns `{"seq":17}`.
    package mutating func dispatch(_ action: JSONText) async throws(RemoteError) -> JSON {
        try await change(.dispatch, "action", action)
    }

    package mutating func open(link: String) async throws(RemoteError) -> JSON {
        try await change(.open, "link", JSONText(.string(link)))
    }

    package mutating func set(_ state: JSONText) async throws(RemoteError) -> JSON {
        try await change(.set, "state", state)
    }

    package mutating func travel(_ request: TravelRequest) async throws(RemoteError) -> JSON {
        try await json("POST", Endpoint.travel.rawValue, request.json.text)
    }

    /// Retries if the connection was lost before the response: the idempotency key prevents a second effect.
    private mutating func change(
        _ endpoint: Endpoint, _ member: String, _ value: JSONText
    ) async throws(RemoteError) -> JSON {
        number += 1
        let body = ChangeRequest(value: value, key: .init(client: id, number: number)).body(member: member)
        do throws(RemoteError) { return try await json("POST", endpoint.rawValue, body) } catch {
            guard case .unreachable = error else { throw error }
            return try await json("POST", endpoint.rawValue, body)
        }
    }

    // MARK: - WebSockets

    /// The first message names the steps missed since the step `after`.
    package func follow(after: Int? = nil) async throws(RemoteError) -> Messages<FollowMessage> {
        let target = Endpoint.follow.target(after.map { ["after": "\($0)"] } ?? [:])
        return Messages(connection: try await openWebSocket(target), address: address, decode: FollowMessage.init)
    }

    package func replicaLogs(
        as id: String, _ key: ChangeRequest.IdempotencyKey
    ) async throws(RemoteError) -> Messages<ReplicaLogMessage> {
        let target = Endpoint.replicas.target(["id": id, "client": key.client, "number": "\(key.number)"])
        return Messages(connection: try await openWebSocket(target), address: address) {
            try? JSONCoding.decode(ReplicaLogMessage.self, from: JSONText($0))
        }
    }

    package mutating func upload(
        _ chunk: ReplicaLogMessage.Chunk, _ key: ChangeRequest.IdempotencyKey
    ) async throws(RemoteError) {
        let body: [UInt8]
        do throws(JSONCodingError) {
            body = try JSONCoding.encode(ReplicaLogMessage.Upload(key: key, chunk: chunk)).bytes
        } catch {
            preconditionFailure("a chunk can be encoded: \(error)")
        }
        _ = try await json("POST", Endpoint.replicas.rawValue, body)
    }

    private func openWebSocket(_ target: String) async throws(RemoteError) -> RemoteConnection {
        // While an app blocks the threads of Swift's concurrency, the host would time out before the request.
        try await withTaskExecutorPreference(SocketExecutor.clients) { () async throws(RemoteError) in
            var connection = try await RemoteConnection(to: address, timeouts)
            let key = WebSocketHandshake.randomKey()
            let headers = [
                "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: \(key)",
            ]
            try await connection.write(head("GET", target, headers))
            let (status, response) = try await connection.readHead()
            guard status == 101 else { throw try await error(status, response, &connection) }
            guard response["sec-websocket-accept"] == WebSocketHandshake.acceptValue(for: key).lowercased() else {
                throw .foreign("\(address)", reason: "its handshake does not match the request")
            }
            connection.startMessages()
            return connection
        }
    }

    // MARK: - Requests

    private mutating func json(
        _ method: String, _ target: String, _ body: [UInt8]? = nil
    ) async throws(RemoteError) -> JSON {
        var text: [UInt8] = []
        try await send(method, target, body) { text += $0 }
        do throws(JSONError) { return try JSON(parsing: text) } catch {
            throw .foreign("\(address)", reason: "its response is not JSON: \(error)")
        }
    }

    private mutating func send(
        _ method: String, _ target: String, _ body: [UInt8]?, _ onChunk: (_ bytes: [UInt8]) throws(RemoteError) -> Void
    ) async throws(RemoteError) {
        // It is reused only if the request succeeds.
        let open = connection.take()
        var headers: [String] = []
        if let body { headers = ["Content-Type: application/json", "Content-Length: \(body.count)"] }
        let request = head(method, target, headers) + (body ?? [])
        var used = try await withTaskExecutorPreference(SocketExecutor.clients) {
            () async throws(RemoteError) -> RemoteConnection in
            if let open {
                // If the host has closed the idle connection, the request did not arrive.
                do throws(RemoteError) {
                    try await open.write(request)
                    return open
                } catch {
                    guard case .unreachable = error else { throw error }
                }
            }
            let new = try await RemoteConnection(to: address, timeouts)
            try await new.write(request)
            return new
        }
        let (status, response) = try await used.readHead()
        guard (200..<300).contains(status) else { throw try await error(status, response, &used) }
        try await used.readBody(response, onChunk)
        if response["connection"] != "close" { connection = used }
    }

    private func error(
        _ status: Int, _ headers: [String: String], _ connection: inout RemoteConnection
    ) async throws(RemoteError) -> RemoteError {
        var text: [UInt8] = []
        try await connection.readBody(headers) { text += $0 }
        let reason = (try? JSON(parsing: text))?.object?["error"]?.string
        guard let reason else { return .foreign("\(address)", reason: "it responds with status \(status)") }
        return .refused(status: status, reason: reason)
    }

    private func head(_ method: String, _ target: String, _ headers: [String]) -> [UInt8] {
        let lines =
            ["\(method) \(target) HTTP/1.1", "Host: \(address.hostHeader)", "Authorization: Bearer \(token.text)"]
            + headers
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
