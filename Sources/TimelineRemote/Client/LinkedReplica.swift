public import TimelineKit
public import TimelineLive

/// Shares the state of a running store with an app that hosts, and with all others that join it.
///
///     let replica = try await LinkedReplica(
///         store, program: CounterProgram(), through: "http://127.0.0.1:4000", folder: "Mine", mode: .actions)
///
/// It is a `Replica` in a folder of its own that is kept in sync with the host's folder, so the rule, the modes,
/// the divergences and the limits are the same, and replicas that share the host's folder in other ways take part, too. The app
/// that hosts passes its replica to `TimelineHost(sharing:)`.
///
/// While the host is gone, each replica works offline; when it is back, they reconnect. The token is read from
/// `TIMELINE_TOKEN`, or from the host's token file, at each attempt: a host has a new one at each start.
///
/// **Threads.** As with `Replica`; files are copied in tasks of its own. It ends when it is released, or
/// with `finish()`.
public final class LinkedReplica<P: Program>: Sendable {
    /// The name of this replica among the others.
    public var id: String { replica.id }

    private let replica: Replica<P>
    private let transport: ReplicaTransport

    /// Joins the state that the app at `url` shares, and sets the store to it.
    ///
    /// - Parameters:
    ///   - url: The address of the host: `http://127.0.0.1:4000`, or `unix:/path/to/socket`.
    ///   - folder: A folder for this replica, created if it does not exist. What it holds is sent when the replica
    ///     restarts under its id, even if it was killed while the host was gone. Remove the folder if it should no longer
    ///     be shared: a state in it with later changes replaces the host's.
    ///   - id: A name that no other replica has: lower-case letters, digits and hyphens. Default: the name of the
    ///     machine with the first number that is free here and there.
    ///   - onProblem: Called with problems: once, when the host cannot be reached. Default: one line on standard error.
    ///
    /// The other parameters are those of `Replica`.
    ///
    /// - Throws: `ReplicaError` if the host cannot be reached, does not respond within ten seconds, or refuses,
    ///   or if the replica cannot start.
    public convenience init(
        _ store: some LiveStore<P.State, P.Action>, program: P, through url: String, folder: String,
        id: String? = nil, mode: Replica<P>.Mode, realValues: RealValues = .refused,
        sendingAtMostEvery interval: Duration = .milliseconds(100),
        onConflict: @escaping @Sendable (Replica<P>.Conflict) -> Void = { _ in },
        onProblem: (@Sendable (ReplicaProblem) -> Void)? = nil
    ) async throws(ReplicaError) {
        try await self.init(
            store, program: program, through: url, folder: folder, id: id,
            Replica<P>.Options(mode, realValues, interval, onConflict, onProblem))
    }

    package init(
        _ store: some LiveStore<P.State, P.Action>, program: P, through url: String, folder: String, id: String?,
        _ options: Replica<P>.Options, timeouts: RemoteClient.Timeouts = RemoteClient.Timeouts()
    ) async throws(ReplicaError) {
        guard let address = RemoteAddress(url) else {
            throw ReplicaError(.address, RemoteAddress.refusal(of: RemoteToken.masked(in: url)))
        }
        let onProblem = options.onProblem
        transport = try await ReplicaTransport.join(address, folder, id, timeouts, onProblem: onProblem)
        var options = options
        options.onProblem = { [transport] problem in
            if problem.kind == .redacted { transport.finish() }
            onProblem(problem)
        }
        do throws(ReplicaError) {
            replica = try Replica(
                store, program: program, folder: transport.folder, claim: transport.claim, options)
        } catch {
            transport.finish()
            throw error
        }
    }

    deinit { transport.finish() }

    /// Waits until the changes so far have arrived at the host, and ends; the store continues without replication. Must not be called
    /// within a dispatch, or by a callback.
    ///
    /// - Returns: False if they did not arrive within `time`.
    @discardableResult
    public func finish(within time: Duration = .seconds(2)) async -> Bool {
        let hasArrived = await flush(within: time)
        replica.finish()
        transport.finish()
        return hasArrived
    }

    /// Waits until the changes so far have arrived at the host. Must not be called within a dispatch.
    ///
    /// - Returns: False if they did not arrive within `time`.
    @discardableResult
    public func flush(within time: Duration = .seconds(2)) async -> Bool {
        replica.flush()
        return await transport.flush(within: time)
    }
}
