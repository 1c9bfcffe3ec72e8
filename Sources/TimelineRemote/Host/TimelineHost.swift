public import TimelineKit
public import TimelineLive

/// Lets other programs read, change and follow a running store.
///
///     let host = TimelineHost(store, program: CounterProgram(), recorder: recorder)
///     print(try host.start())                         // http://127.0.0.1:49213
///
/// Use it in debug builds only: an app without a host does not listen. Everyone who has the token can read the whole state,
/// unredacted, and change it. The token is 256 random bits, new at each start, in a file that only its owner may read.
/// <doc:RemoteControl> lists the requests.
///
/// **Refused.** Requests without the token; with a `Host` that is not one of this host's names, or an `Origin` that is
/// not listed; bodies that are not JSON, or too large; headers that are too long or too slow; more than 32 connections
/// that have shown the token. Each gets an error response and is reported to `onRefused`. No page of another origin can read
/// a response.
///
/// **The past.** A client may show the past, during which actions of the app are refused: `onTravel` reports when it
/// begins, each refused action, and when it ends. The past remains visible until a client resumes, the app calls `resume()`,
/// or the host finishes. Requests are independent, so a host cannot know whether its client is gone: offer a button for it.
///
/// **Threads.** Every member may be called on any thread. Actions are dispatched on a queue of the host. **Cost.** A
/// dispatch appends its step to the buffer of each follower; states are encoded on other threads, as fast as each
/// follower reads. A follower that is too slow receives the numbers of the steps that it missed.
public final class TimelineHost<P: Program>: Sendable {
    /// An event while a client shows the past.
    public enum TravelEvent: Sendable, CustomStringConvertible {
        /// A client shows the past. Until `ended`, dispatched actions are refused; results of effects wait.
        case began
        /// An action of the app was refused. Reported on the thread that dispatched it.
        case refused(ActionDispatch<P.Action>)
        /// The live state is shown again.
        case ended

        public var description: String {
            switch self {
            case .began: "a client shows the past, and actions are refused until the client or the app resumes"
            case .refused: "an action was refused because a client shows the past"
            case .ended: "the live state is shown again"
            }
        }
    }

    private let makeHostedStore: @Sendable (HostLimits) -> HostedStore<P>
    private let address: HostAddress
    private let tokenFile: String?
    private let origins: Set<String>
    private let isReadOnly: Bool
    private let onRefused: @Sendable (RefusedRequest) -> Void
    private let server = Locked<(location: HostAddress.Location, task: Task<Void, Never>)?>(nil)
    /// Has its own lock: `start()` holds the lock above while subscribers of the store may call `travelStatus`.
    private let hosted = Locked<HostedStore<P>?>(nil)

    /// Creates a host; `start()` starts it.
    ///
    /// - Parameters:
    ///   - recorder: The recorder of the store: the past is read from its journal.
    ///   - replica: The replica of the store, if instances of the app share its state through this host; see
    ///     `Replica(_:program:joining:folder:mode:)`. It lives as long as the host.
    ///   - address: Where to listen.
    ///   - tokenFile: Where to store the token. Default: `~/.timeline/PORT.token`, or for a Unix socket its path with
    ///     `.token` appended.
    ///   - origins: The pages that may use the host, each as in `Origin`: `http://localhost:8000`. They need the token.
    ///   - isReadOnly: Whether clients can only read: they cannot dispatch, open links, set, travel or share.
    ///   - linkAction: Returns the action that opens a deep link which a client sends: `{ .linkOpened(url: $0) }`. Called on a
    ///     queue of the host, for one link at a time. If it throws, nothing is dispatched, and the client gets the description
    ///     of the error. Without it, the app opens no links.
    ///   - onRefused: Called for each refused request, on any thread. Default: one line on standard error.
    ///   - onTravel: Called when a client begins to show the past, for each action that is refused, and when the live
    ///     state is shown again. Default: one line on standard error, for the first refused action only.
    public init(
        _ store: some LiveStore<P.State, P.Action>, program: P, recorder: Recorder<P.State, some Any>,
        sharing replica: Replica<P>? = nil, at address: HostAddress = .loopback(), tokenFile: String? = nil,
        origins: Set<String> = [],
        isReadOnly: Bool = false, linkAction: (@Sendable (_ link: String) throws -> P.Action)? = nil,
        onRefused: (@Sendable (RefusedRequest) -> Void)? = nil,
        onTravel: (@Sendable (TravelEvent) -> Void)? = nil
    ) {
        let onTravel = onTravel ?? Self.printingTravel()
        makeHostedStore = { limits in
            HostedStore(
                store, program: program, recorder: recorder,
                sharing: replica.map { ReplicaLogServer($0.folder, limits) }, isReadOnly: isReadOnly,
                linkAction: linkAction, limits: limits, onTravel: onTravel)
        }
        (self.address, self.tokenFile) = (address, tokenFile)
        // Every sandboxed page and every file has this origin.
        self.origins = origins.subtracting(["null"])
        self.isReadOnly = isReadOnly
        self.onRefused = onRefused ?? { StandardError.write("timeline: \($0)") }
    }

    private static func printingTravel() -> @Sendable (TravelEvent) -> Void {
        let wasRefused = Locked(false)
        return { event in
            let isRefused = if case .refused = event { true } else { false }
            let isRepeated = wasRefused.withLock { exchange(&$0, with: isRefused) } && isRefused
            if !isRepeated { StandardError.write("timeline: \(event)") }
        }
    }

    deinit { server.withLock { $0 }?.task.cancel() }

    /// Starts to listen, with a new token.
    ///
    /// - Returns: The host's URL and the file with its token.
    @discardableResult
    public func start() throws(HostError) -> HostAddress.Location { try start(limits: HostLimits()) }

    package func start(limits: HostLimits) throws(HostError) -> HostAddress.Location {
        try server.withLock { server throws(HostError) in
            guard server == nil else { throw HostError(.alreadyStarted, "the host has already started") }
            let listener = try ListeningSocket(address)
            let token = RemoteToken()
            let file: String
            do throws(FileError) {
                file = if let tokenFile { tokenFile } else { try listener.address.tokenFile(createsFolder: true) }
                try TokenFile.write(token, to: file)
            } catch {
                listener.close()
                throw HostError(.tokenFile, "the token of the host cannot be stored: \(error)")
            }
            let hosted = makeHostedStore(limits)
            self.hosted.withLock { $0 = hosted }
            let validator = RequestValidator<Endpoint>(
                hosts: listener.names, origins: origins, token: token, isReadOnly: isReadOnly, limits: limits)
            let http = HTTPServer(
                listener: listener, validator: validator, respond: hosted.response, beginSession: hosted.session,
                onRefused: onRefused)
            let task = http.start { _ in
                TokenFile.remove(file, holding: token)
                hosted.resume(held: .release)
            }
            let location = HostAddress.Location(url: listener.url, tokenFile: file)
            server = (location, task)
            return location
        }
    }

    /// Stops listening, closes all connections, removes the token, and shows the live state again. Returns when that is done.
    /// `start()` may be called again.
    public func finish() async {
        guard let server = server.withLock({ $0.take() }) else { return }
        server.task.cancel()
        await server.task.value
    }

    /// The position that a client shows; nil while the live state is shown.
    public var travelStatus: TravelStatus? { hosted.withLock { $0 }?.travelStatus }

    /// Shows the live state again if a client shows the past; does nothing otherwise.
    ///
    /// - Parameter held: Whether the results of effects that waited are reduced or dropped.
    public func resume(held: HeldActions = .release) { hosted.withLock { $0 }?.resume(held: held) }
}

/// Why a host did not start.
public struct HostError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kinds of failure. More may be added.
    public enum Code: Sendable {
        case alreadyStarted
        /// It cannot listen at the address.
        case address
        /// The token cannot be stored.
        case tokenFile
    }

    public let code: Code
    public let description: String

    init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
}

package struct HostLimits: Sendable {
    /// The request line included.
    package var headBytes = 16 << 10
    package var headers = 100
    package var bodyBytes = 1 << 20
    /// A client sends `ping` and `close` only.
    package var frameBytes = 4 << 10
    package var connections = 32
    /// For the headers, from the start of the connection; and again for the body.
    package var headTime = Duration.seconds(10)
    package var idleTime = Duration.seconds(60)
    /// For a part of a WebSocket message; nil for any. A follower may be halted in a debugger, and then learns what it missed.
    package var stallTime: Duration?
    package var followerSteps = 256
    package var clients = 256
    package var replicaTime = Duration.seconds(600)

    package init() {}
}
