internal import Dispatch
internal import TimelineKit
internal import TimelineLive

/// Lets clients write a log each, and read those of all replicas.
final class ReplicaLogServer: Sendable {
    private struct Owner: Sendable {
        let client: String
        let claim: ReplicaFolder.Claim
        let lastRequest: ContinuousClock.Instant
    }

    private let folder: ReplicaFolder
    /// An owner that asks for nothing for this time has left. It may have been halted in a debugger.
    private let time: Duration
    private let owners = Locked<[String: Owner]>([:])
    private let queue = DispatchQueue(label: "timeline.remote.replicas", qos: .utility)

    init(_ folder: ReplicaFolder, _ limits: HostLimits) { (self.folder, time) = (folder, limits.replicaTime) }

    /// Of a `POST`.
    func response(to body: JSON) async throws(RequestError) -> HTTPResponse {
        let request = try RequestError.mapping(400, "the body is not the request of a replica") {
            try JSONCoding.decode(ReplicaRequest.self, from: JSONText(body))
        }
        return try await queue.run { [self] () throws(RequestError) in
            try claim(request)
            if let upload = request.upload { try store(upload, of: request.id) }
            return try RequestError.mapping(500, "the folder of the replicas cannot be read") {
                if request.leaves == true { owners.withLock { $0[request.id] = nil } }
                let answer = ReplicaRequest.Answer(files: try folder.summaries())
                return .value(try JSONCoding.encode(answer).value)
            }
        }
    }

    /// Of a `GET`.
    func log(_ parameters: [String: String]) throws(RequestError) -> HTTPResponse {
        guard let name = parameters["name"], ReplicaFolder.isID(name),
            let from = parameters["from"].flatMap({ Int($0) }),
            from >= 0
        else { throw RequestError(400, "a replica passes the name= of a log, and its first byte as from=") }
        let text = try RequestError.mapping(404, "the log cannot be read") { try folder.text(of: name) }
        let rest = Locked(text.dropFirst(from))
        return .lines {
            rest.withLock { rest in
                defer { rest = rest.dropFirst(64 << 10) }
                return rest.isEmpty ? nil : Array(rest.prefix(64 << 10))
            }
        }
    }

    private func claim(_ request: ReplicaRequest) throws(RequestError) {
        let (id, now) = (request.id, ContinuousClock.now)
        try owners.withLock { owners throws(RequestError) in
            owners = owners.filter { now - $0.value.lastRequest < time }
            let claim = if let owner = owners[id] { owner.claim } else { try newClaim(request) }
            guard owners[id]?.client ?? request.client == request.client else { throw Self.isTaken(id) }
            owners[id] = Owner(client: request.client, claim: claim, lastRequest: now)
        }
    }

    private func newClaim(_ request: ReplicaRequest) throws(RequestError) -> ReplicaFolder.Claim {
        guard ChangeRequest.clientLength.contains(request.client.utf8.count) else {
            throw RequestError(400, "\"client\" must be a name of 1 to 64 bytes")
        }
        let ids = try RequestError.mapping(500, "the folder of the replicas cannot be read") { try folder.ids() }
        guard ids.contains(request.id) || ids.count < 64 else {
            throw RequestError(
                400, "there are \(ids.count) replicas already, and at most 64: remove ID.jsonl and .ID.lock of old ones"
            )
        }
        do throws(ReplicaError) {
            if let claim = try folder.claim(unlessTaken: request.id) { return claim }
        } catch {
            throw RequestError(error.code == .id ? 400 : 500, "\(error)")
        }
        throw Self.isTaken(request.id)
    }

    /// Not reported to the app: a replica without an id tries several until one is free.
    private static func isTaken(_ id: String) -> RequestError {
        RequestError(409, "another process is the replica \"\(id)\"", isExpected: true)
    }

    private func store(_ upload: ReplicaRequest.Upload, of id: String) throws(RequestError) {
        let size = folder.status(of: id)?.size ?? 0
        guard (0...size).contains(upload.from) else {
            throw RequestError(400, "the log has \(size) bytes, and the upload begins at \(upload.from)")
        }
        guard upload.from + upload.text.utf8.count <= ReplicaFolder.maxFileBytes else {
            throw RequestError(400, "a log has at most \(ReplicaFolder.maxFileBytes) bytes")
        }
        try RequestError.mapping(500, "the log cannot be stored") {
            try folder.put(Array(upload.text.utf8), at: upload.from, as: id)
        }
    }
}
