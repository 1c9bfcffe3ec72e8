internal import Synchronization
internal import TimelineKit
internal import TimelineLive

/// Compares its folder with that of the host ten times a second, on its own connection.
final class HostTransport: ReplicaTransport {
    private static let interval = Duration.milliseconds(100)
    /// More than the number of replicas that a host accepts.
    private static let maxDefaultIDs = 64
    /// What a host may make this folder hold.
    private static let (maxFiles, maxBytes) = (256, 4 * ReplicaFolder.maxFileBytes)

    let claim: ReplicaFolder.Claim
    let folder: ReplicaFolder
    private let address: RemoteAddress
    private let timeouts: RemoteClient.Timeouts
    private let onProblem: @Sendable (ReplicaProblem) -> Void
    private let isFinished = Atomic(false)
    private let hasEnded = Atomic(false)
    /// The log of this replica at the host; nil while the host is gone.
    private let uploaded = Locked<ReplicaFolder.Summary?>(nil)

    /// With a nil `id` it takes the first default identifier that is free in `folder` and at the host.
    static func join(
        _ address: RemoteAddress, _ folder: String, _ id: String?, _ timeouts: RemoteClient.Timeouts,
        onProblem: @escaping @Sendable (ReplicaProblem) -> Void
    ) async throws(ReplicaError) -> HostTransport {
        let folder = try ReplicaFolder(folder)
        var number = 1
        while true {
            let claim = try folder.claim(id, from: &number)
            let transport = HostTransport(address, timeouts, folder, claim, onProblem)
            var client: RemoteClient?
            do {
                try await transport.synchronize(&client)
                transport.start(client)
                return transport
            } catch RemoteError.refused(status: 409, _) where id == nil && number < maxDefaultIDs {
                number += 1
            } catch {
                throw ReplicaError(.host, "\(error)")
            }
        }
    }

    private init(
        _ address: RemoteAddress, _ timeouts: RemoteClient.Timeouts, _ folder: ReplicaFolder,
        _ claim: ReplicaFolder.Claim, _ onProblem: @escaping @Sendable (ReplicaProblem) -> Void
    ) {
        (self.address, self.timeouts, self.folder, self.claim) = (address, timeouts, folder, claim)
        self.onProblem = onProblem
    }

    private func start(_ client: RemoteClient?) {
        Task.detached { [self] in
            var client = client
            var reported: String?
            while !isFinished.load(ordering: .relaxed) {
                do {
                    try await synchronize(&client)
                    reported = nil
                } catch {
                    client = nil
                    uploaded.withLock { $0 = nil }
                    // A host that shuts down causes several different errors in a row: only the first is reported.
                    let subject =
                        switch error {
                        case RemoteError.unreachable, RemoteError.timedOut, RemoteError.noToken,
                            RemoteError.invalidToken:
                            "host"
                        default: "\(error)"
                        }
                    if reported != subject {
                        onProblem(
                            ReplicaProblem(
                                error is FileError ? .notWritten : .disconnected,
                                "\(error). This replica keeps working offline, and tries again."))
                    }
                    reported = subject
                }
                try? await Task.sleep(for: Self.interval)
            }
            _ = try? await client?.replicas(ReplicaRequest(id: claim.id, client: claim.client, leaves: true))
            hasEnded.store(true, ordering: .relaxed)
        }
    }

    func finish() { isFinished.store(true, ordering: .relaxed) }

    func waitForEnd(within time: Duration) async { _ = await wait(time) { hasEnded.load(ordering: .relaxed) } }

    func flush(within time: Duration) async -> Bool {
        await wait(time) {
            let known = uploaded.withLock { $0 }
            return known != nil && known == (try? folder.summaries())?[claim.id]
        }
    }

    private func wait(_ time: Duration, until isTrue: () -> Bool) async -> Bool {
        let end = ContinuousClock.now + time
        while !isTrue() {
            if ContinuousClock.now > end { return false }
            try? await Task.sleep(for: .milliseconds(5))
        }
        return true
    }

    // MARK: - Exchange

    /// The host has a new token at each start.
    private func synchronize(_ client: inout RemoteClient?) async throws {
        var open = try client ?? RemoteClient(address, token: try RemoteToken.found(for: address), timeouts: timeouts)
        client = nil
        var request = ReplicaRequest(id: claim.id, client: claim.client)
        var files = try await open.replicas(request)
        let local = try folder.summaries()
        try require(files, local)
        if let own = local[claim.id], files[claim.id] != own {
            let text = try folder.text(of: claim.id)
            let there = files[claim.id]?.bytes ?? 0
            let isPart = there <= text.count && ReplicaFolder.Summary(text[..<there]) == files[claim.id]
            request.upload = .init(of: text, from: isPart ? there : 0)
            while let upload = request.upload {
                files = try await open.replicas(request)
                request.upload = .init(of: text, from: upload.from + upload.text.utf8.count)
            }
            try require(files, local)
        }
        uploaded.withLock { $0 = files[claim.id] }
        for (name, file) in files where file != local[name] {
            // A replica writes its own log, unless its folder has lost it.
            if name != claim.id || local[name] == nil { try await download(name, file, &open) }
        }
        client = open
    }

    private func require(
        _ files: [String: ReplicaFolder.Summary], _ local: [String: ReplicaFolder.Summary]
    ) throws(RemoteError) {
        let sizes = files.values.map(\.bytes)
        guard files.keys.allSatisfy({ ReplicaFolder.isID($0) }),
            Set(local.keys).union(files.keys).count <= Self.maxFiles,
            sizes.allSatisfy((0...ReplicaFolder.maxFileBytes).contains), sizes.reduce(0, +) <= Self.maxBytes
        else { throw .foreign("\(address)", reason: "it lists logs that no replica writes, or too many") }
    }

    /// A log that is replaced while it is copied is copied in the next exchange.
    private func download(_ name: String, _ file: ReplicaFolder.Summary, _ client: inout RemoteClient) async throws {
        let known = (try? folder.text(of: name)) ?? []
        for start in known.isEmpty || known.count >= file.bytes ? [0] : [known.count, 0] {
            let text = known[..<start] + (try await client.replicaLog(name, from: start))
            guard ReplicaFolder.Summary(text.prefix(file.bytes)) == file else { continue }
            return try folder.put(Array(text.prefix(file.bytes)), as: name)
        }
    }
}
