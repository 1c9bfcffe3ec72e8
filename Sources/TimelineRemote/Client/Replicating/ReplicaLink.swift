internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit

/// Carries files between the folder of a replica and that of a host, as a sync service would: the replica's own go there,
/// all others come from there. When the host is gone it waits until it is back.
final class ReplicaLink: Sendable {
    /// How long it waits before it tries again.
    private static let pause = Duration.milliseconds(250)
    /// How many ids it tries by itself. No host has room for so many.
    private static let mostTaken = 64

    let claim: ReplicaClaim
    private let address: RemoteAddress
    private let patience: RemotePatience
    private let carrier: SheetCarrier
    private let client: String
    private let onProblem: @Sendable (ReplicaProblem) -> Void
    /// Connections so far.
    private let number = Locked(0)
    private let task = Locked<Task<Void, Never>?>(nil)
    /// What was sent, and arrived; nil while there is no connection.
    private let arrived = Locked<SheetCarrier.Seen?>(nil)

    // MARK: - Beginning

    /// Takes an id here and there, and fetches the files of the others; and those of its own that are not here any more.
    static func join(
        _ address: RemoteAddress, _ folder: String, _ id: String?, _ patience: RemotePatience,
        onProblem: @escaping @Sendable (ReplicaProblem) -> Void
    ) async throws(LinkError) -> ReplicaLink {
        let result = await withTaskGroup(of: Result<ReplicaLink, LinkError>?.self) { group in
            group.addTask {
                do throws(LinkError) {
                    return .success(try await begun(address, folder, id, patience, onProblem))
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                try? await Alarm.wait(for: patience.joining)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            // One that has joined just then is not wanted any more.
            if first == nil { for await late in group { try? late?.get().end() } }
            return first
        }
        guard let result else {
            throw .app(reason: RemoteError.silent("\(address)", after: patience.joining).description)
        }
        return try result.get()
    }

    private static func begun(
        _ address: RemoteAddress, _ folder: String, _ id: String?, _ patience: RemotePatience,
        _ onProblem: @escaping @Sendable (ReplicaProblem) -> Void
    ) async throws(LinkError) -> ReplicaLink {
        let carrier: SheetCarrier
        do throws(ReplicaError) { carrier = try SheetCarrier(folder) } catch { throw .replica(error) }
        var number = 1
        var tries = 0
        while true {
            let name = id ?? SheetCarrier.id(number)
            let claim: ReplicaClaim?
            do throws(ReplicaError) { claim = try carrier.claim(name) } catch { throw .replica(error) }
            if let claim {
                let link = ReplicaLink(address, patience, carrier, claim, onProblem)
                do throws(RemoteError) {
                    try await link.begin()
                    return link
                } catch {
                    guard case .refused(status: 409, _) = error else { throw .app(reason: error.description) }
                    // One that was killed a moment ago may not be missed there yet.
                    if id != nil {
                        tries += 1
                        guard tries < 40 else { throw .app(reason: error.description) }
                        try? await Task.sleep(for: .milliseconds(50))
                    }
                }
            } else if id != nil {
                throw .replica(.isTaken(id: name, folder: folder))
            }
            if id == nil { number += 1 }
            guard number <= mostTaken else {
                throw .app(reason: "the first \(mostTaken) ids of this machine are taken at \(address); give one")
            }
        }
    }

    private init(
        _ address: RemoteAddress, _ patience: RemotePatience, _ carrier: SheetCarrier, _ claim: ReplicaClaim,
        _ onProblem: @escaping @Sendable (ReplicaProblem) -> Void
    ) {
        self.address = address
        self.patience = patience
        self.carrier = carrier
        self.claim = claim
        self.onProblem = onProblem
        client = String(RemoteToken().text.prefix(32))
    }

    private func begin() async throws(RemoteError) {
        var connection = try await connect()
        try await takeAll(&connection)
        let first = connection
        task.withLock { task in
            // Goes on until it is told to end.
            task = Task.detached { [self] in
                var connection: Connection? = first
                var told: String?
                while !Task.isCancelled {
                    do {
                        var opened: Connection
                        if let known = connection.take() {
                            opened = known
                        } else {
                            opened = try await connect()
                            try await takeAll(&opened)
                        }
                        told = nil
                        try await carry(opened)
                    } catch {
                        // A host that ends is gone in several ways, one after another.
                        let trouble = Self.isAbsence(error) ? "absence" : "\(error)"
                        if !Task.isCancelled, told != trouble {
                            onProblem(ReplicaProblem(.alone, "\(error). It goes on alone, and tries again."))
                        }
                        told = trouble
                    }
                    arrived.withLock { $0 = nil }
                    try? await Task.sleep(for: Self.pause)
                }
            }
        }
    }

    private static func isAbsence(_ error: any Error) -> Bool {
        switch error as? RemoteError {
        case .unreachable, .silent, .noToken: true
        case .refused, .foreign, nil: false
        }
    }

    func end() { task.withLock { $0 }?.cancel() }

    /// Waits until what is in the folder has arrived.
    ///
    /// - Returns: false where it did not in time.
    func flush(within time: Duration) async -> Bool {
        let end = ContinuousClock.now + time
        while true {
            let isThere = arrived.withLock { arrived in
                arrived.map { carrier.isAsSeen(claim.id, $0) } ?? false
            }
            if isThere || ContinuousClock.now > end { return isThere }
            try? await Task.sleep(for: .milliseconds(5))
        }
    }

    // MARK: - One connection

    private struct Connection: Sendable {
        var client: RemoteClient
        var receiver: SheetReceiver
        let ticket: RemoteChange.Ticket
        var inbox = SheetInbox(mostBytes: SheetCarrier.mostBytes)
    }

    private func connect() async throws(RemoteError) -> Connection {
        // The host has another token each time it starts.
        let token: RemoteToken
        do throws(TokenError) { token = try RemoteToken.found(for: address) } catch { throw .noToken(error) }
        let number = number.withLock { number in
            number += 1
            return number
        }
        let ticket = RemoteChange.Ticket(client: client, number: number)
        let client = RemoteClient(address, token: token, patience: patience)
        return Connection(
            client: client, receiver: try await client.receiveSheets(as: claim.id, ticket), ticket: ticket)
    }

    /// Takes all that is there when the connection begins.
    private func takeAll(_ connection: inout Connection) async throws(RemoteError) {
        while true {
            switch try await connection.receiver.next() {
            case .piece(let piece): try take(piece, &connection)
            case .all: return
            case nil: throw .unreachable("\(address)", reason: "it has ended")
            }
        }
    }

    private func take(_ piece: SheetPiece, _ connection: inout Connection) throws(RemoteError) {
        guard let origin = SheetCarrier.origin(of: piece.name) else {
            throw .foreign("\(address)", reason: "it sent a file that is no replica's")
        }
        let whole: [UInt8]?
        do throws(RemoteBodyError) { whole = try connection.inbox.take(piece) } catch {
            throw .foreign("\(address)", reason: "\(error)")
        }
        // What it wrote itself it knows best; unless it has lost it.
        guard let whole, origin != claim.id || !carrier.has(piece.name) else { return }
        do throws(FileError) { try carrier.put(whole, as: piece.name) } catch {
            onProblem(ReplicaProblem(.notRead, "\(error). What other replicas change is not seen here."))
        }
    }

    /// Carries what changes, until the connection ends.
    private func carry(_ connection: Connection) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [self] in
                var connection = connection
                while let message = try await connection.receiver.next() {
                    if case .piece(let piece) = message { try take(piece, &connection) }
                }
                throw RemoteError.unreachable("\(address)", reason: "it has ended")
            }
            group.addTask { [self] in try await send(connection) }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    private func send(_ connection: Connection) async throws {
        var client = connection.client
        var rings = carrier.bell().makeAsyncIterator()
        var seen = SheetCarrier.Seen()
        var outbox = SheetOutbox()
        let id = claim.id
        repeat {
            for (name, text) in try carrier.changed(since: &seen, where: { $0 == id }) {
                for piece in outbox.pieces(of: name, text) ?? [] { try await client.send(piece, connection.ticket) }
            }
            arrived.withLock { $0 = seen }
        } while await rings.next() != nil && !Task.isCancelled
    }
}
