internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineLive
internal import TimelineSystem

/// Synchronizes the folder of a replica with that of a host, as a sync service would: the replica's own logs are
/// uploaded, all others are downloaded. When the host is gone, it retries until it is back.
final class ReplicaTransport: Sendable {
    /// The time between two attempts to connect.
    private static let retryInterval = Duration.milliseconds(250)
    /// The number of default ids that are tried; more than the replicas that a host can connect.
    private static let maxDefaultIDs = 64

    let claim: ReplicaFolder.Claim
    let folder: ReplicaFolder
    private let address: RemoteAddress
    private let timeouts: RemoteClient.Timeouts
    private let client = RemoteClient.randomID()
    private let onProblem: @Sendable (ReplicaProblem) -> Void
    private let connections = Locked(0)
    private let task = Locked<Task<Void, Never>?>(nil)
    /// The files as they were when their upload was confirmed; nil while there is no connection.
    private let uploaded = Locked<ReplicaFolder.Seen?>(nil)

    // MARK: - Joining

    /// Claims an id here and at the host, and downloads the logs of the others, and those of its own that were lost
    /// here.
    static func join(
        _ address: RemoteAddress, _ folder: String, _ id: String?, _ timeouts: RemoteClient.Timeouts,
        onProblem: @escaping @Sendable (ReplicaProblem) -> Void
    ) async throws(ReplicaError) -> ReplicaTransport {
        do {
            let joined = try await AsyncTimer.timeout(timeouts.join) {
                try await connected(address, folder, id, timeouts, onProblem)
            }
            guard let (transport, connection) = joined else {
                throw RemoteError.timedOut("\(address)", after: timeouts.join)
            }
            transport.start(connection)
            return transport
        } catch let error as ReplicaError {
            throw error
        } catch {
            throw ReplicaError(.host, "\(error)")
        }
    }

    private static func connected(
        _ address: RemoteAddress, _ path: String, _ id: String?, _ timeouts: RemoteClient.Timeouts,
        _ onProblem: @escaping @Sendable (ReplicaProblem) -> Void
    ) async throws -> (ReplicaTransport, Connection) {
        let folder = try ReplicaFolder(path)
        for attempt in 1... {
            let name = id ?? ReplicaFolder.defaultID(attempt)
            if let claim = try folder.claim(unlessTaken: name) {
                let transport = ReplicaTransport(address, timeouts, folder, claim, onProblem)
                do throws(RemoteError) { return (transport, try await transport.connect()) } catch {
                    guard case .refused(status: 409, _) = error, id == nil || attempt < 40 else { throw error }
                    // The host may not have noticed yet that the previous process with this id is gone.
                    if id != nil { try? await Task.sleep(for: .milliseconds(50)) }
                }
            } else if id != nil {
                throw ReplicaFolder.isTaken(name, in: path)
            }
            guard id != nil || attempt < maxDefaultIDs else { break }
        }
        throw ReplicaError(
            .host, "the first \(maxDefaultIDs) ids of this machine are taken at \(address); give one")
    }

    private init(
        _ address: RemoteAddress, _ timeouts: RemoteClient.Timeouts, _ folder: ReplicaFolder,
        _ claim: ReplicaFolder.Claim,
        _ onProblem: @escaping @Sendable (ReplicaProblem) -> Void
    ) {
        self.address = address
        self.timeouts = timeouts
        self.folder = folder
        self.claim = claim
        self.onProblem = onProblem
    }

    /// Keeps the folders in sync until `finish()`.
    private func start(_ first: Connection) {
        task.withLock { task in
            task = Task.detached { [self] in
                var open: Connection? = first
                var reported: String?
                while !Task.isCancelled {
                    do {
                        let connection: Connection
                        if let known = open.take() { connection = known } else { connection = try await connect() }
                        reported = nil
                        try await synchronize(connection)
                    } catch {
                        // A host that ends is unreachable in several ways, one after another: they are one problem.
                        let problem = Self.isUnreachable(error) ? "unreachable" : "\(error)"
                        if !Task.isCancelled, reported != problem {
                            onProblem(ReplicaProblem(.alone, "\(error). It continues alone, and tries again."))
                        }
                        reported = problem
                    }
                    uploaded.withLock { $0 = nil }
                    try? await Task.sleep(for: Self.retryInterval)
                }
            }
        }
    }

    private static func isUnreachable(_ error: any Error) -> Bool {
        switch error as? RemoteError {
        case .unreachable, .timedOut, .noToken: true
        case .refused, .foreign, nil: false
        }
    }

    func finish() { task.withLock { $0 }?.cancel() }

    /// Waits until the replica's log has arrived at the host.
    ///
    /// - Returns: false on timeout.
    func flush(within time: Duration) async -> Bool {
        let end = ContinuousClock.now + time
        while true {
            let hasArrived = uploaded.withLock { seen in seen.map { folder.isUnchanged(claim.id, since: $0) } ?? false }
            if hasArrived || ContinuousClock.now > end { return hasArrived }
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    // MARK: - One connection

    private struct Connection: Sendable {
        var client: RemoteClient
        var messages: RemoteClient.Messages<ReplicaLogMessage>
        let key: ChangeRequest.IdempotencyKey
        var receiver = ReplicaLogTransfer.Receiver(maxFileBytes: ReplicaFolder.maxFileBytes)
    }

    /// Connects, and downloads all logs that exist.
    private func connect() async throws(RemoteError) -> Connection {
        // The host has a new token at each start.
        let token: RemoteToken
        do throws(RemoteToken.LookupError) { token = try RemoteToken.found(for: address) } catch {
            throw .noToken(error)
        }
        let number = connections.withLock { connections in
            connections += 1
            return connections
        }
        let key = ChangeRequest.IdempotencyKey(client: client, number: number)
        let client = RemoteClient(address, token: token, timeouts: timeouts)
        var connection = Connection(
            client: client, messages: try await client.replicaLogs(as: claim.id, key), key: key)
        while true {
            switch try await connection.messages.next() {
            case .chunk(let chunk): try receive(chunk, &connection)
            case .complete: return connection
            case nil: throw .unreachable("\(address)", reason: "it ended")
            }
        }
    }

    private func receive(
        _ chunk: ReplicaLogMessage.Chunk, _ connection: inout Connection
    ) throws(RemoteError) {
        guard let origin = ReplicaFolder.origin(of: chunk.name) else {
            throw .foreign("\(address)", reason: "it sent a file that no replica writes")
        }
        let file: [UInt8]?
        do throws(RequestError) { file = try connection.receiver.receive(chunk) } catch {
            throw .foreign("\(address)", reason: error.reason)
        }
        // Its own files are newer here, unless they were lost.
        guard let file, origin != claim.id || !folder.has(chunk.name) else { return }
        do throws(FileError) { try folder.put(file, as: chunk.name) } catch {
            onProblem(ReplicaProblem(.notRead, "\(error). What other replicas change is not seen here."))
        }
    }

    /// Downloads and uploads changes until the connection ends.
    private func synchronize(_ connection: Connection) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                var connection = connection
                while let message = try await connection.messages.next() {
                    if case .chunk(let chunk) = message { try receive(chunk, &connection) }
                }
                throw RemoteError.unreachable("\(address)", reason: "it ended")
            }
            group.addTask { [self] in try await upload(connection) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func upload(_ connection: Connection) async throws {
        var client = connection.client
        let id = claim.id
        try await ReplicaLogTransfer.send(folder) { origin, _ in
            origin == id
        } to: { chunk in
            try await client.upload(chunk, connection.key)
        } onSent: { seen, _ in
            uploaded.withLock { $0 = seen }
        }
    }
}
