public import TimelineKit

/// Shares the state of a running store with an app that hosts, and with all others that do.
///
///     let replica = try await LinkedReplica(
///         store, program: CounterProgram(), through: "http://127.0.0.1:4000", in: "Mine", mode: .actions)
///
/// A `Replica` in a folder of its own, which is kept like that of the host: what changes in one is carried to the other. So
/// the rule is the same, and so are the modes, the alarm and what is bounded; and replicas that share the host's folder
/// otherwise take part as well. The app that hosts gives its replica to `TimelineHost(sharing:)`.
///
/// While the host is gone, each goes on by itself; when it is back, they join again. The token is that of `TIMELINE_TOKEN`,
/// or of the file that the host keeps for its user, and is looked for at each attempt: a host has another one each time it
/// starts.
///
/// **Threads.** As with `Replica`; files are carried in tasks of its own. Hold on to it: when nobody does, it ends.
public final class LinkedReplica<P: Program>: Sendable {
    /// The name of this replica among the others.
    public var id: String { replica.id }

    private let replica: Replica<P>
    private let link: ReplicaLink

    /// Joins what the app at `url` shares, and sets the store to it.
    ///
    /// - Parameters:
    ///   - url: Where the host is: `http://127.0.0.1:4000`, or `unix:/path/to/socket`.
    ///   - folder: A folder for this replica, made where it is not there. What it keeps there is sent when it comes back
    ///     under its id, also where it was killed while the host was gone. Of what no longer is to be shared, remove it:
    ///     a state in it that is of later changes takes the place of the host's.
    ///   - id: A name that no other replica has: lower-case letters, digits and hyphens. Unless given, the name of the
    ///     machine with the first number that is free here and there.
    ///   - mode: Whether states are sent, or actions; the same in all replicas.
    ///   - realValues: Whether the folder, and that of the host, may hold values that a recording hides; the same in all
    ///     replicas.
    ///   - interval: Changes are sent at most this often; more than 0.
    ///   - onConflict: Told of what was lost.
    ///   - onAlarm: Told where another has made another state of the same changes.
    ///   - onProblem: Told what stands in the way: once, when the host cannot be reached. Unless given, a line goes to
    ///     standard error, of alarms, too.
    /// - Throws: Where the host cannot be reached, has not answered within ten seconds, or refuses; and what `Replica` throws.
    public convenience init(
        _ store: Store<P.State, P.Action>, program: P, through url: String, in folder: String, as id: String? = nil,
        mode: ReplicaMode, realValues: RealValues = .refused,
        sendingAtMostEvery interval: Duration = .milliseconds(100),
        onConflict: @escaping @Sendable (ReplicaConflict<P.State, P.Action>) -> Void = { _ in },
        onAlarm: (@Sendable (ReplicaAlarm) -> Void)? = nil,
        onProblem: (@Sendable (ReplicaProblem) -> Void)? = nil
    ) async throws(LinkError) {
        try await self.init(
            store, program: program, through: url, in: folder, as: id, mode: mode, realValues: realValues,
            sendingAtMostEvery: interval, onConflict: onConflict, onAlarm: onAlarm, onProblem: onProblem,
            patience: RemotePatience())
    }

    package init(
        _ store: Store<P.State, P.Action>, program: P, through url: String, in folder: String, as id: String? = nil,
        mode: ReplicaMode, realValues: RealValues = .refused,
        sendingAtMostEvery interval: Duration = .milliseconds(100),
        onConflict: @escaping @Sendable (ReplicaConflict<P.State, P.Action>) -> Void = { _ in },
        onAlarm: (@Sendable (ReplicaAlarm) -> Void)? = nil,
        onProblem: (@Sendable (ReplicaProblem) -> Void)? = nil, patience: RemotePatience
    ) async throws(LinkError) {
        guard let address = RemoteAddress(url) else { throw .address(RemoteToken.masked(in: url)) }
        let onProblem = onProblem ?? { StandardError.write("timeline: \($0)") }
        link = try await ReplicaLink.join(address, folder, id, patience, onProblem: onProblem)
        do throws(ReplicaError) {
            replica = try Replica(
                store, program: program, in: folder, by: link.claim, mode: mode, realValues: realValues,
                sendingAtMostEvery: interval, onConflict: onConflict, onAlarm: onAlarm,
                onProblem: { [link] problem in
                    if problem.kind == .redacted { link.end() }
                    onProblem(problem)
                })
        } catch {
            link.end()
            throw .replica(error)
        }
    }

    deinit { link.end() }

    /// Waits until what was changed so far has arrived at the host. Not to be called within a dispatch.
    ///
    /// - Returns: false where it did not within `time`, as the host is gone.
    @discardableResult
    public func flush(within time: Duration = .seconds(2)) async -> Bool {
        replica.flush()
        return await link.flush(within: time)
    }
}
