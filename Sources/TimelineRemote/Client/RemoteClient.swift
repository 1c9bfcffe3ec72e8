package import TimelineKit
internal import TimelineLive
internal import TimelineReplay

/// Used by one task at a time.
package struct RemoteClient: Sendable {
    package struct Timeouts: Sendable {
        /// Until a connection is open: the lookup of the name, and attempts at all its addresses.
        package var connect = Duration.seconds(10)
        /// Until a request is sent; then until the head of the response has arrived, and each 64 KiB of the body.
        package var response = Duration.seconds(10)
        /// The silence of a WebSocket until the host gets a `ping`, and the time to respond to it.
        package var keepAlive = Duration.seconds(10)

        package init() {}
    }

    /// Used by one task at a time.
    package struct Messages: Sendable {
        fileprivate var connection: RemoteConnection
        /// What the last message leads to.
        package private(set) var seq = -1
        package private(set) var state = JSON.null

        package mutating func next() async throws(RemoteError) -> FollowMessage? {
            guard let text = try await connection.readMessage() else { return nil }
            guard let json = try? JSON(parsing: text), let message = FollowMessage(json) else {
                throw connection.foreign("it sent an invalid message")
            }
            switch message {
            // The next message is the state after the last of them.
            case .missed: break
            case .snapshot(let seq, let state): (self.seq, self.state) = (seq, state)
            case .step(let seq, let patch, _):
                guard seq == self.seq + 1 else { throw connection.foreign("step \(seq) follows step \(self.seq)") }
                do throws(JSONPatchError) { state = try patch.apply(to: state) } catch {
                    throw connection.foreign("its patch does not apply: \(error)")
                }
                self.seq = seq
            }
            return message
        }
    }

    /// A state may be as long as a line of a timeline; other responses are short.
    static let (maxBytes, maxResponseBytes) = (256 << 20, 1 << 20)

    package let address: RemoteAddress
    private let token: RemoteToken
    private let timeouts: Timeouts
    private var connection: RemoteConnection?
    private let id = String(RemoteToken().text.prefix(32))
    private var number = 0

    package init(_ address: RemoteAddress, token: RemoteToken, timeouts: Timeouts = Timeouts()) {
        (self.address, self.token, self.timeouts) = (address, token, timeouts)
    }

    // MARK: - Reading

    package mutating func info() async throws(RemoteError) -> JSON { try await json("GET", Endpoint.info.rawValue) }

    package mutating func travelPosition() async throws(RemoteError) -> JSON {
        try await json("GET", Endpoint.travel.rawValue)
    }

    package mutating func state(at path: String? = nil) async throws(RemoteError) -> JSON {
        try await json("GET", Endpoint.state.target(path.map { ["path": $0] } ?? [:]), limit: Self.maxBytes)
    }

    /// - Parameter bytes: Those after the header that are known already, and are left out.
    package mutating func timeline(
        after bytes: Int = 0, _ onPiece: (_ bytes: [UInt8]) throws(RemoteError) -> Void
    ) async throws(RemoteError) {
        try await send("GET", Endpoint.timeline.target(bytes > 0 ? ["bytes": "\(bytes)"] : [:]), nil, onPiece)
    }

    package mutating func timeline(_ steps: ClosedRange<Int>) async throws(RemoteError) -> [UInt8] {
        let target = Endpoint.timeline.target(["from": "\(steps.lowerBound)", "through": "\(steps.upperBound)"])
        return try await collect("GET", target, limit: Self.maxBytes)
    }

    // MARK: - Changes

    /// Returns `{"seq":17}`.
    package mutating func dispatch(_ action: JSONText) async throws(RemoteError) -> JSON {
        try await change(.dispatch, "action", action)
    }

    /// Up to 100, none if one is not valid. Returns `{"actions":[{"seq":17},…]}`.
    package mutating func dispatch(_ actions: [JSON]) async throws(RemoteError) -> JSON {
        try await change(.dispatch, "actions", JSONText(.array(actions)))
    }

    package mutating func open(link: String) async throws(RemoteError) -> JSON {
        try await change(.open, "link", JSONText(.string(link)))
    }

    /// A step in time that is repeated would go twice as far.
    package mutating func travel(_ request: TravelRequest) async throws(RemoteError) -> JSON {
        try await json("POST", Endpoint.travel.rawValue, request.json.text, isRepeatable: false)
    }

    /// A retry has no second effect: the idempotency key tells the host.
    private mutating func change(
        _ endpoint: Endpoint, _ member: String, _ value: JSONText
    ) async throws(RemoteError) -> JSON {
        number += 1
        let body = ChangeRequest(value: value, key: .init(client: id, number: number)).body(member: member)
        return try await json("POST", endpoint.rawValue, body)
    }

    // MARK: - Replicas

    /// Returns the logs in the folder of the host.
    mutating func replicas(_ request: ReplicaRequest) async throws(RemoteError) -> [String: ReplicaFolder.Summary] {
        let body: JSONText
        do throws(JSONCodingError) { body = try JSONCoding.encode(request) } catch {
            preconditionFailure("the request of a replica can be encoded: \(error)")
        }
        let json = try await json("POST", Endpoint.replicas.rawValue, body.bytes)
        guard let answer = try? JSONCoding.decode(ReplicaRequest.Answer.self, from: JSONText(json)) else {
            throw .foreign("\(address)", reason: "it sent no list of logs")
        }
        return answer.files
    }

    mutating func replicaLog(_ name: String, from: Int) async throws(RemoteError) -> [UInt8] {
        let target = Endpoint.replicas.target(["name": name, "from": "\(from)"])
        return try await collect("GET", target, limit: Self.maxBytes)
    }

    // MARK: - WebSockets

    /// The first message names the steps missed since the step `after`.
    package func follow(after: Int? = nil) async throws(RemoteError) -> Messages {
        let target = Endpoint.follow.target(after.map { ["after": "\($0)"] } ?? [:])
        // While an app blocks the threads of Swift's concurrency, the host would time out before the request.
        return try await withTaskExecutorPreference(SocketExecutor.clients) { () async throws(RemoteError) in
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
            return Messages(connection: connection)
        }
    }

    // MARK: - Requests

    private mutating func json(
        _ method: String, _ target: String, _ body: [UInt8]? = nil, isRepeatable: Bool = true,
        limit: Int = maxResponseBytes
    ) async throws(RemoteError) -> JSON {
        let text = try await collect(method, target, body, isRepeatable: isRepeatable, limit: limit)
        do throws(JSONError) { return try JSON(parsing: text) } catch {
            throw .foreign("\(address)", reason: "its response is not JSON: \(error)")
        }
    }

    private mutating func collect(
        _ method: String, _ target: String, _ body: [UInt8]? = nil, isRepeatable: Bool = true, limit: Int
    ) async throws(RemoteError) -> [UInt8] {
        var text: [UInt8] = []
        try await send(method, target, body, isRepeatable: isRepeatable, limit: limit) { text += $0 }
        return text
    }

    /// Retries once on a new connection if this one ended before the body of the response: the host may have closed it while it was
    /// idle, or while the request was under way.
    private mutating func send(
        _ method: String, _ target: String, _ body: [UInt8]? = nil, isRepeatable: Bool = true, limit: Int = .max,
        _ onPiece: (_ bytes: [UInt8]) throws(RemoteError) -> Void
    ) async throws(RemoteError) {
        var headers: [String] = []
        if let body { headers = ["Content-Type: application/json", "Content-Length: \(body.count)"] }
        let request = head(method, target, headers) + (body ?? [])
        var hasBegun = false
        for isLast in [!isRepeatable, true] {
            do throws(RemoteError) {
                return try await exchange(request, limit) { (piece) throws(RemoteError) in
                    hasBegun = true
                    try onPiece(piece)
                }
            } catch {
                guard !isLast, !hasBegun, case .unreachable = error else { throw error }
            }
        }
    }

    private mutating func exchange(
        _ request: [UInt8], _ limit: Int, _ onPiece: (_ bytes: [UInt8]) throws(RemoteError) -> Void
    ) async throws(RemoteError) {
        // It is reused only if the request succeeds.
        let open = connection.take().flatMap { $0.isUsable ? $0 : nil }
        var used = try await withTaskExecutorPreference(SocketExecutor.clients) {
            () async throws(RemoteError) -> RemoteConnection in
            let used = if let open { open } else { try await RemoteConnection(to: address, timeouts) }
            try await used.write(request)
            return used
        }
        let (status, response) = try await used.readHead()
        guard (200..<300).contains(status) else { throw try await error(status, response, &used) }
        try await used.readBody(response, limit, onPiece)
        if response["connection"] != "close" { connection = used }
    }

    private func error(
        _ status: Int, _ headers: [String: String], _ connection: inout RemoteConnection
    ) async throws(RemoteError) -> RemoteError {
        var text: [UInt8] = []
        try await connection.readBody(headers, Self.maxResponseBytes) { text += $0 }
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
