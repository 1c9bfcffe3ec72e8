internal import Dispatch
internal import TimelineJSON
internal import TimelineLive
internal import TimelineSystem

/// A client owns its replica id while it is connected. After a reconnect, the previous connection's messages are refused.
final class ReplicaLogServer: Sendable {
    private struct Client: Sendable {
        let claim: ReplicaFolder.Claim
        let key: ChangeRequest.IdempotencyKey
        var receiver: ReplicaLogTransfer.Receiver

        init(_ claim: ReplicaFolder.Claim, _ key: ChangeRequest.IdempotencyKey, in folder: ReplicaFolder) {
            self.claim = claim
            self.key = key
            receiver = ReplicaLogTransfer.Receiver(
                maxFileBytes: ReplicaFolder.maxFileBytes, maxFiles: ReplicaLogTransfer.Receiver.maxClientFiles,
                names: (try? folder.names())?.filter { ReplicaFolder.origin(of: $0) == claim.id } ?? [])
        }
    }

    private let folder: ReplicaFolder
    private let clients = Locked<[String: Client]>([:])
    private let queue = DispatchQueue(label: "timeline.remote.replicas", qos: .utility)

    init(_ folder: ReplicaFolder) { self.folder = folder }

    // MARK: - Connections

    func connect(_ parameters: [String: String]) throws(RequestError) -> any WebSocketSession {
        guard let id = parameters["id"], let name = parameters["client"],
            ChangeRequest.clientLength.contains(name.utf8.count),
            let number = parameters["number"].flatMap({ Int($0) })
        else { throw RequestError(400, "a replica passes its id=, its client= and the number= of its connection") }
        let key = ChangeRequest.IdempotencyKey(client: name, number: number)
        try clients.withLock { clients throws(RequestError) in
            if let known = clients[id] {
                guard known.key.client == name, known.key.number < number else { throw Self.isTaken(id) }
                clients[id] = Client(known.claim, key, in: folder)
                return
            }
            try requireRoom(for: id)
            let claim: ReplicaFolder.Claim?
            do throws(ReplicaError) { claim = try folder.claim(unlessTaken: id) } catch {
                throw RequestError(error.code == .id ? 400 : 500, "\(error)")
            }
            guard let claim else { throw Self.isTaken(id) }
            clients[id] = Client(claim, key, in: folder)
        }
        return LogSource(self, id: id, key: key)
    }

    private func requireRoom(for id: String) throws(RequestError) {
        let ids = try RequestError.mapping(500, "the folder of the replicas cannot be read") { try folder.ids() }
        // With their files, as many as a client takes from its host.
        if ids.contains(id) || ids.count < 64 { return }
        throw RequestError(
            400, "there are \(ids.count) replicas already, and at most 64: remove ID.jsonl and .ID.lock of old ones")
    }

    /// Not reported to the app: a replica without an id tries several until one is free.
    private static func isTaken(_ id: String) -> RequestError {
        RequestError(409, "another process is the replica \"\(id)\"", isExpected: true)
    }

    private func disconnect(_ id: String, _ key: ChangeRequest.IdempotencyKey) {
        clients.withLock { clients in if clients[id]?.key == key { clients[id] = nil } }
    }

    private final class LogSource: WebSocketSession {
        private let server: ReplicaLogServer
        private let id: String
        private let key: ChangeRequest.IdempotencyKey

        init(_ server: ReplicaLogServer, id: String, key: ChangeRequest.IdempotencyKey) {
            self.server = server
            self.id = id
            self.key = key
        }

        deinit { server.disconnect(id, key) }

        func run(_ send: (_ message: [UInt8]) async throws -> Void) async throws {
            try await ReplicaLogTransfer.send(server.folder) { origin, isFirst in
                // The client's own files are sent once, as it may have lost them.
                isFirst || origin != id
            } to: { chunk in
                try await send(JSONCoding.encode(ReplicaLogMessage.chunk(chunk)).bytes)
            } onSent: { _, isFirst in
                if isFirst { try await send(JSONCoding.encode(ReplicaLogMessage.complete).bytes) }
            }
        }
    }

    // MARK: - Uploads

    func receive(_ body: JSON) async throws(RequestError) -> HTTPResponse {
        let upload = try RequestError.mapping(400, "the body is not a chunk of a log") {
            try JSONCoding.decode(ReplicaLogMessage.Upload.self, from: JSONText(body))
        }
        try await queue.run { [self] () throws(RequestError) in try store(upload.chunk, from: upload.key) }
        return .value(["taken": true])
    }

    private func store(
        _ chunk: ReplicaLogMessage.Chunk, from key: ChangeRequest.IdempotencyKey
    ) throws(RequestError) {
        let file = try clients.withLock { clients throws(RequestError) -> [UInt8]? in
            guard let id = clients.first(where: { $0.value.key == key })?.key else {
                throw RequestError(409, "no replica is connected as this client with this number")
            }
            guard ReplicaFolder.origin(of: chunk.name) == id else {
                throw RequestError(400, "the replica \"\(id)\" does not write a file of this name")
            }
            return try clients[id]?.receiver.receive(chunk)
        }
        guard let file else { return }
        try RequestError.mapping(500, "the log cannot be stored") { try folder.put(file, as: chunk.name) }
    }
}
