public import TimelineKit

/// Lets other programs see, steer and follow a running store.
///
///     let host = TimelineHost(store, program: CounterProgram(), recorder: recorder)
///     print(try host.start())                         // http://127.0.0.1:49213
///
/// A debug build's business: an app that does not start one has no open door. Whoever knows the token can read the whole
/// state, nothing of it redacted, and change it. The token is 256 random bits, new for each start, in a file that its owner
/// alone may read.
///
/// **What is served.** `GET /` says what this is; `GET /state` and `/state?path=$.a.b` the live state; `POST /dispatch`
/// takes `{"action":…}` and `POST /set` `{"state":…}`, and the answer says which step that became; `GET` and `POST /travel`
/// go to the past and back; `GET /timeline` gives the timeline so far; `GET /follow`, a WebSocket, tells what happens; and
/// `/replicas` shares the state.
///
/// **What is refused.** Requests without the token; with a `Host` that is none of this host's names, or an `Origin` that is
/// not listed; bodies that are not JSON, or too large; headers that are too long or too slow; more than 32 connections
/// that have shown the token. Each
/// has one answer, and `onRefused` is told. No answer ever lets a page of another origin read it.
///
/// **The past.** A client may take the store to its past, where actions of the app are refused: `onTravel` is told of that,
/// of each action, and of the way back. Nobody can know whether a client that has gone will come back, so the past stays on
/// show until a client resumes, the app calls `resume()`, or the host stops: give people a button for it.
///
/// **Threads.** Every member may be called on any thread. Actions are dispatched on a queue of the host's own. **Cost.** A
/// dispatch pays for putting the step where each follower finds it; states are encoded elsewhere, as fast as each reads.
/// A follower that falls behind is told which steps it missed.
public final class TimelineHost<P: Program>: Sendable {
    private let store: Store<P.State, P.Action>
    private let program: P
    private let recorder: Recorder<P.State, P.Action>
    private let replica: Replica<P>?
    private let address: HostAddress
    private let tokenFile: String?
    private let origins: Set<String>
    private let isReadOnly: Bool
    private let onRefused: @Sendable (RefusedRequest) -> Void
    private let onTravel: @Sendable (HostedTravel<P.Action>) -> Void
    private let limits: RemoteLimits
    private let running = Locked<RunningHost?>(nil)
    /// What serves, where it is started. Not behind the lock above, which is held while the host starts: a subscriber of the
    /// store may ask where it is in time.
    private let service = Locked<HostedStore<P>?>(nil)

    /// A host that is not started yet.
    ///
    /// - Parameters:
    ///   - recorder: What records the store: the past comes from there.
    ///   - replica: The replica of the store, where instances of the app that call this host are to share its state; see
    ///     `LinkedReplica`. It lives as long as the host.
    ///   - address: Where to listen.
    ///   - tokenFile: Where to keep the token. Unless given, `~/.timeline/PORT.token`, or beside the socket with `.token`
    ///     after its name.
    ///   - origins: The pages that may use the host, each as `Origin` has it: `http://localhost:8000`. They need the token.
    ///   - isReadOnly: Whether nothing can be dispatched, set or travelled to.
    ///   - onRefused: Told of each request that is refused. Unless given, a line goes to standard error.
    ///   - onTravel: Told when a client shows the past, of each action of the app that is refused meanwhile, and when the
    ///     live state is back. Unless given, a line goes to standard error; for the first such action alone.
    public convenience init(
        _ store: Store<P.State, P.Action>, program: P, recorder: Recorder<P.State, P.Action>,
        sharing replica: Replica<P>? = nil, at address: HostAddress = .loopback(), tokenFile: String? = nil,
        origins: Set<String> = [],
        isReadOnly: Bool = false, onRefused: (@Sendable (RefusedRequest) -> Void)? = nil,
        onTravel: (@Sendable (HostedTravel<P.Action>) -> Void)? = nil
    ) {
        self.init(
            store, program: program, recorder: recorder, sharing: replica, at: address, tokenFile: tokenFile,
            origins: origins, isReadOnly: isReadOnly, limits: RemoteLimits(), onRefused: onRefused,
            onTravel: onTravel)
    }

    package init(
        _ store: Store<P.State, P.Action>, program: P, recorder: Recorder<P.State, P.Action>,
        sharing replica: Replica<P>? = nil, at address: HostAddress, tokenFile: String?, origins: Set<String> = [],
        isReadOnly: Bool = false, limits: RemoteLimits,
        onRefused: (@Sendable (RefusedRequest) -> Void)?,
        onTravel: (@Sendable (HostedTravel<P.Action>) -> Void)? = nil
    ) {
        self.store = store
        self.program = program
        self.recorder = recorder
        self.replica = replica
        self.address = address
        self.tokenFile = tokenFile
        // A page without an origin of its own, in a sandbox or a file, is nobody's.
        self.origins = origins.subtracting(["null"])
        self.isReadOnly = isReadOnly
        self.limits = limits
        self.onRefused = onRefused ?? { StandardError.write("timeline: \($0)") }
        self.onTravel = onTravel ?? Self.firstsToStandardError()
    }

    /// Says of each journey that it began, that actions are refused, and that it is over.
    private static func firstsToStandardError() -> @Sendable (HostedTravel<P.Action>) -> Void {
        let hasRefused = Locked(false)
        return { travel in
            let isNews = hasRefused.withLock { hasRefused in
                guard case .refused = travel else {
                    hasRefused = false
                    return true
                }
                defer { hasRefused = true }
                return !hasRefused
            }
            if isNews { StandardError.write("timeline: \(travel)") }
        }
    }

    deinit { running.withLock { $0 }?.task.cancel() }

    /// Begins to listen, with a new token.
    ///
    /// - Returns: where it is, and where its token is.
    @discardableResult
    public func start() throws(HostError) -> HostPlace {
        try running.withLock { running throws(HostError) in
            guard running == nil else { throw HostError("the host is started already") }
            let begun = try begin()
            running = begun
            return begun.place
        }
    }

    /// Stops listening, closes all connections, removes the token, and shows the live state again.
    public func stop() async {
        guard let ended = running.withLock({ $0.take() }) else { return }
        ended.task.cancel()
        await ended.task.value
    }

    /// Where a client has taken the store; nil while the live state is on show.
    public var travelStatus: TravelStatus? { service.withLock { $0 }?.travelStatus }

    /// Shows the live state again, where a client shows the past, then handles what waited. Does nothing else.
    ///
    /// - Parameter held: Whether the results of effects that came meanwhile are reduced, or refused.
    public func resume(held: HeldActions = .release) { service.withLock { $0 }?.resume(held: held) }

    private func begin() throws(HostError) -> RunningHost {
        var sheets: HostedSheets?
        do throws(ReplicaError) { if let replica { sheets = try HostedSheets(replica.folder) } } catch {
            throw HostError("\(error)")
        }
        let listener = try ListeningSocket(address)
        let token = RemoteToken()
        let file: String
        do throws(FileError) {
            if let given = tokenFile ?? listener.path.map({ "\($0).token" }) {
                file = given
            } else {
                file = try TokenFile.path(port: listener.port, makes: true)
            }
            try TokenFile.write(token, to: file)
        } catch {
            listener.close()
            throw HostError("the token of the host has no place: \(error)")
        }
        let service = HostedStore(
            store, program: program, recorder: recorder, sharing: sheets, isReadOnly: isReadOnly, limits: limits,
            onTravel: onTravel)
        self.service.withLock { $0 = service }
        let gate = Gate(
            hosts: listener.names, origins: origins, token: token, isReadOnly: isReadOnly, limits: limits)
        let server = HostServer(listener: listener, gate: gate, service: service, onRefused: onRefused)
        let task = Task.detached(executorPreference: SocketThreads()) {
            await server.run()
            TokenFile.remove(file, holding: token)
            service.resume(held: .release)
        }
        return RunningHost(place: HostPlace(url: listener.url, tokenFile: file), task: task)
    }
}
