package import TimelineJSON

/// Asks a host for things, one after another. Used by one task at a time.
package struct RemoteClient: Sendable {
    package let address: RemoteAddress
    private let token: RemoteToken
    private let patience: RemotePatience
    private var connection: RemoteConnection?
    /// What the host knows this client by, so that it does nothing twice.
    private let name: String
    private var number = 0

    package init(_ address: RemoteAddress, token: RemoteToken, patience: RemotePatience = RemotePatience()) {
        self.address = address
        self.token = token
        self.patience = patience
        name = String(RemoteToken().text.prefix(32))
    }

    // MARK: - Reading

    /// The live state, or what `path` names in it, with the number of the step that led to it.
    package mutating func state(at path: String? = nil) async throws(RemoteError) -> JSON {
        let query = path.map { "?path=\(PercentCoding.encoded($0))" } ?? ""
        return try await ask("GET", RemotePath.state.rawValue + query)
    }

    /// Hands the timeline so far to `piece`, in bytes as they come: all of it, or the steps of a range.
    package mutating func timeline(
        _ steps: ClosedRange<Int>? = nil, _ piece: (_ bytes: [UInt8]) throws(RemoteError) -> Void
    ) async throws(RemoteError) {
        let query = steps.map { "?from=\($0.lowerBound)&through=\($0.upperBound)" } ?? ""
        try await request("GET", RemotePath.timeline.rawValue + query, nil, piece)
    }

    // MARK: - Steering

    /// Dispatches an action.
    ///
    /// - Returns: what became of it: `{"seq":17}`.
    package mutating func dispatch(_ action: JSONText) async throws(RemoteError) -> JSON {
        try await change(.dispatch, "action", action)
    }

    /// Sets a state.
    package mutating func set(_ state: JSONText) async throws(RemoteError) -> JSON {
        try await change(.set, "state", state)
    }

    /// Goes to another time.
    package mutating func travel(_ journey: RemoteJourney) async throws(RemoteError) -> JSON {
        try await ask("POST", RemotePath.travel.rawValue, journey.json.text)
    }

    /// Asks again where the connection was lost before the answer came: the host knows whether it was done.
    private mutating func change(
        _ path: RemotePath, _ key: String, _ value: JSONText
    ) async throws(RemoteError) -> JSON {
        number += 1
        let ticket = RemoteChange.Ticket(client: name, number: number)
        let body = RemoteChange(value: value, ticket: ticket).body(key: key)
        do throws(RemoteError) { return try await ask("POST", path.rawValue, body) } catch {
            guard case .unreachable = error else { throw error }
            return try await ask("POST", path.rawValue, body)
        }
    }

    // MARK: - Following

    /// Begins to follow.
    ///
    /// - Parameter after: The last step that is known; what was missed since is told first.
    package func follow(after: Int? = nil) async throws(RemoteError) -> RemoteFollower {
        let query = after.map { "?after=\($0)" } ?? ""
        return RemoteFollower(try await openWebSocket(RemotePath.follow.rawValue + query), address)
    }

    /// Where the threads that all tasks share are blocked, the host would have waited for too long before it was asked.
    private func openWebSocket(_ target: String) async throws(RemoteError) -> RemoteConnection {
        try await withTaskExecutorPreference(SocketThreads.ofClients) { () async throws(RemoteError) in
            try await shakeHands(target)
        }
    }

    private func shakeHands(_ target: String) async throws(RemoteError) -> RemoteConnection {
        var connection = try await RemoteConnection(to: address, patience)
        var random = SystemRandomNumberGenerator()
        let key = WebSocketKey.base64((0..<16).map { _ in UInt8.random(in: 0 ... .max, using: &random) })
        let extra = [
            "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: \(key)",
        ]
        try await connection.write(head("GET", target, extra))
        let (status, headers) = try await connection.readHead()
        guard status == 101 else { throw try await refusal(status, headers, &connection) }
        guard headers["sec-websocket-accept"] == WebSocketKey.answer(to: key).lowercased() else {
            throw .foreign("\(address)", reason: "its handshake is not the answer to ours")
        }
        connection.beginMessages()
        return connection
    }

    // MARK: - Sharing the state

    /// Begins to receive the files of the replicas that share the state, as the replica `id`.
    package func receiveSheets(as id: String, _ ticket: RemoteChange.Ticket) async throws(RemoteError) -> SheetReceiver
    {
        let query = "?id=\(PercentCoding.encoded(id))&client=\(ticket.client)&number=\(ticket.number)"
        return SheetReceiver(try await openWebSocket(RemotePath.replicas.rawValue + query), address)
    }

    /// Sends a piece of a file of its own.
    package mutating func send(_ piece: SheetPiece, _ ticket: RemoteChange.Ticket) async throws(RemoteError) {
        _ = try await ask("POST", RemotePath.replicas.rawValue, SentPiece(piece, ticket).json.text)
    }

    // MARK: - Requests

    private mutating func ask(_ method: String, _ target: String, _ body: [UInt8]? = nil) async throws(RemoteError)
        -> JSON
    {
        var text: [UInt8] = []
        try await request(method, target, body) { text += $0 }
        do throws(JSONError) { return try JSON(parsing: text) } catch {
            throw .foreign("\(address)", reason: "its answer is not JSON: \(error)")
        }
    }

    private mutating func request(
        _ method: String, _ target: String, _ body: [UInt8]?, _ piece: (_ bytes: [UInt8]) throws(RemoteError) -> Void
    ) async throws(RemoteError) {
        // A connection that failed is of no use any more.
        let known = connection.take()
        var extra: [String] = []
        if let body { extra = ["Content-Type: application/json", "Content-Length: \(body.count)"] }
        let said = head(method, target, extra) + (body ?? [])
        // As with a WebSocket.
        var used = try await withTaskExecutorPreference(SocketThreads.ofClients) {
            () async throws(RemoteError) -> RemoteConnection in
            if let known {
                // The host closes what is idle for long. It did not take what was said in vain, and is told again.
                do throws(RemoteError) {
                    try await known.write(said)
                    return known
                } catch {
                    guard case .unreachable = error else { throw error }
                }
            }
            let fresh = try await RemoteConnection(to: address, patience)
            try await fresh.write(said)
            return fresh
        }
        let (status, headers) = try await used.readHead()
        guard (200..<300).contains(status) else { throw try await refusal(status, headers, &used) }
        try await used.readBody(headers, piece)
        if headers["connection"] != "close" { connection = used }
    }

    private func refusal(
        _ status: Int, _ headers: [String: String], _ connection: inout RemoteConnection
    ) async throws(RemoteError) -> RemoteError {
        var text: [UInt8] = []
        try await connection.readBody(headers) { text += $0 }
        let reason = (try? JSON(parsing: text))?.object?["error"]?.string
        guard let reason else { return .foreign("\(address)", reason: "it answers with status \(status)") }
        return .refused(status: status, reason: reason)
    }

    private func head(_ method: String, _ target: String, _ extra: [String]) -> [UInt8] {
        let lines =
            ["\(method) \(target) HTTP/1.1", "Host: \(address.hostHeader)", "Authorization: Bearer \(token.text)"]
            + extra
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }
}
