internal import Synchronization
internal import TimelineJSON
internal import TimelineKit
internal import TimelineLive
internal import TimelineSystem

final class ReplicaTransport: Sendable {
    private static let retryInterval = Duration.milliseconds(250)
    /// More than the number of replicas that can connect to a host.
    private static let maxDefaultIDs = 64

    let claim: ReplicaFolder.Claim
    let folder: ReplicaFolder
    private let address: RemoteAddress
    private let timeouts: RemoteClient.Timeouts
    private let clientID = RemoteClient.randomID()
    private let onProblem: @Sendable (ReplicaProblem) -> Void
    private let connectionCount = Atomic(0)
    private let task = Locked<Task<Void, Never>?>(nil)
    /// The files whose upload was confirmed; nil while there is no connection.
    private let uploaded = Locked<[String: FileStatus]?>(nil)

    // MARK: - Joining

    /// With a nil `id` it takes the first default identifier that is free in `folder` and at the host.
    static func join(
        _ address: RemoteAddress, _ folder: String, _ id: String?, _ timeouts: RemoteClient.Timeouts,
        onProblem: @escaping @Sendable (ReplicaProblem) -> Void
    ) async throws(ReplicaError) -> ReplicaTransport {
        do {
            let first = try await AsyncTimer.timeout(timeouts.join) {
                try await claimAndConnect(address, folder, id, timeouts, onProblem)
            }
            guard let (transport, connection) = first else {
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

    private static func claimAndConnect(
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
                throw ReplicaFolder.idTakenError(name, in: path)
            }
            guard id != nil || attempt < maxDefaultIDs else { break }
        }
        throw ReplicaError(
            .host,
            "the default ids \(ReplicaFolder.defaultID(1)) to \(ReplicaFolder.defaultID(maxDefaultIDs)) are taken in "
                + "\(path) or at \(address); pass an id")
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
                        // A host that shuts down causes several different errors in a row. Report only the first.
                        let problem = Self.isUnreachable(error) ? "unreachable" : "\(error)"
                        if !Task.isCancelled, reported != problem {
                            onProblem(
                                ReplicaProblem(
                                    .disconnected,
                                    "\(error). This replica keeps working offline, and reconnects when the host is "
                                        + "reachable."))
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
        case .unreachable, .timedOut, .noToken, .invalidToken: true
        case .refused, .foreign, nil: false
        }
    }

    /// Does not wait for uploads.
    func finish() { task.withLock { $0 }?.cancel() }

    func flush(within time: Duration) async -> Bool {
        let end = ContinuousClock.now + time
        while true {
            let isConfirmed = uploaded.withLock { $0.map { $0[claim.id] == folder.status(of: claim.id) } ?? false }
            if isConfirmed || ContinuousClock.now > end { return isConfirmed }
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    // MARK: - One connection

    private struct Connection: Sendable {
        var client: RemoteClient
        var messages: RemoteClient.Messages<ReplicaLogMessage>
        let key: ChangeRequest.IdempotencyKey
        var receiver = ReplicaLogTransfer.Receiver(
            maxFileBytes: ReplicaFolder.maxFileBytes, maxFiles: ReplicaLogTransfer.Receiver.maxHostFiles)
    }

    private func connect() async throws(RemoteError) -> Connection {
        // The host has a new token at each start.
        let token = try RemoteToken.found(for: address)
        let number = connectionCount.add(1, ordering: .relaxed).newValue
        let key = ChangeRequest.IdempotencyKey(client: clientID, number: number)
        let client = RemoteClient(address, token: token, timeouts: timeouts)
        var connection = Connection(
            client: client, messages: try await client.replicaLogs(as: claim.id, key), key: key)
        while true {
            switch try await connection.messages.next() {
            case .chunk(let chunk): try receive(chunk, &connection)
            case .complete: return connection
            case nil: throw .unreachable("\(address)", reason: "it closed the connection")
            }
        }
    }

    private func receive(
        _ chunk: ReplicaLogMessage.Chunk, _ connection: inout Connection
    ) throws(RemoteError) {
        guard let origin = ReplicaFolder.origin(of: chunk.name) else {
            let name = VisibleText.of(chunk.name, atMost: 60)
            throw .foreign("\(address)", reason: "it sent the file \"\(name)\", which no replica writes")
        }
        let file: [UInt8]?
        do throws(RequestError) { file = try connection.receiver.receive(chunk) } catch {
            throw .foreign("\(address)", reason: error.reason)
        }
        // The replica's own files in the folder are newer than the host's copies, unless they were lost.
        guard let file, origin != claim.id || folder.status(of: chunk.name) == nil else { return }
        do throws(FileError) { try folder.put(file, as: chunk.name) } catch {
            onProblem(
                ReplicaProblem(
                    .notWritten, "\(error). Changes of \(origin) do not appear here until it can be written."))
        }
    }

    private func synchronize(_ connection: Connection) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                var connection = connection
                while let message = try await connection.messages.next() {
                    if case .chunk(let chunk) = message { try receive(chunk, &connection) }
                }
                throw RemoteError.unreachable("\(address)", reason: "it closed the connection")
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
        } onSent: { sent, _ in
            uploaded.withLock { $0 = sent }
        }
    }
}
