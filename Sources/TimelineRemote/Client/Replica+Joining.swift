public import TimelineKit
public import TimelineLive

extension Replica {
    /// Joins the state that the app at `url` shares, and sets the store to it.
    ///
    ///     let replica = try await Replica(
    ///         store, program: CounterProgram(), joining: "http://127.0.0.1:4000", folder: "Mine", mode: .actions)
    ///
    /// The folder is kept in sync with the folder of the host's replica, so the rule, the modes and the limits are the same, and replicas
    /// that share the host's folder in other ways take part, too. The app that hosts passes its replica to `TimelineHost(sharing:)`.
    ///
    /// While the host is gone, each replica works offline; when it is back, they reconnect. The token is read from
    /// `TIMELINE_TOKEN`, or from the host's token file, at each attempt: a host has a new one at each start.
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
    /// The other parameters are those of `init(_:program:folder:id:mode:)`.
    ///
    /// - Throws: `ReplicaError` if the host cannot be reached, does not respond within ten seconds, or refuses,
    ///   or if the replica cannot start.
    public convenience init(
        _ store: some LiveStore<P.State, P.Action>, program: P, joining url: String, folder: String,
        id: String? = nil, mode: Mode, realValues: RealValues = .refused,
        sendingAtMostEvery interval: Duration = .milliseconds(100),
        onConflict: @escaping @Sendable (Conflict) -> Void = { _ in },
        onProblem: (@Sendable (ReplicaProblem) -> Void)? = nil
    ) async throws(ReplicaError) {
        try await self.init(
            store, program: program, joining: url, folder: folder, id: id,
            Options(mode, realValues, interval, onConflict, onProblem))
    }

    package convenience init(
        _ store: some LiveStore<P.State, P.Action>, program: P, joining url: String, folder: String, id: String?,
        _ options: Options, timeouts: RemoteClient.Timeouts = RemoteClient.Timeouts()
    ) async throws(ReplicaError) {
        guard let address = RemoteAddress(url) else {
            throw ReplicaError(.address, RemoteAddress.refusal(of: RemoteToken.masked(in: url)))
        }
        let transport = try await HostTransport.join(address, folder, id, timeouts, onProblem: options.onProblem)
        try self.init(
            store, program: program, folder: transport.folder, claim: transport.claim, options, through: transport)
    }
}
