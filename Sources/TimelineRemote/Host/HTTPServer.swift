internal import FlyingSocks
internal import TimelineKit

/// The `HTTPServer` of FlyingFox limits neither the length and time of lines nor the number of connections, and lets a second `Host`
/// replace the first. SwiftNIO adds 4.1 MB to an app instead of 0.4 MB, and needs a strict parser, too.
package struct HTTPServer<Path: ServedPath>: Sendable {
    package typealias Respond = @Sendable (HTTPRequest<Path>, [UInt8]) async throws(RequestError) -> HTTPResponse
    package typealias BeginSession = @Sendable (HTTPRequest<Path>) throws(RequestError) -> any WebSocketSession

    private let listener: ListeningSocket
    let validator: RequestValidator<Path>
    let respond: Respond
    let beginSession: BeginSession
    let onRefused: @Sendable (RefusedRequest) -> Void

    package init(
        listener: ListeningSocket, validator: RequestValidator<Path>, respond: @escaping Respond,
        beginSession: @escaping BeginSession, onRefused: @escaping @Sendable (RefusedRequest) -> Void
    ) {
        (self.listener, self.validator) = (listener, validator)
        (self.respond, self.beginSession, self.onRefused) = (respond, beginSession, onRefused)
    }

    /// Serves until the task is canceled. `onEnd` gets the reason if the server ended by itself.
    package func start(onEnd: @escaping @Sendable (_ reason: String?) -> Void = { _ in }) -> Task<Void, Never> {
        Task.detached(executorPreference: SocketExecutor()) { onEnd(await run()) }
    }

    private func run() async -> String? {
        let pool = SocketPool.make()
        defer { listener.close() }
        do {
            try await pool.prepare()
            let socket = try AsyncSocket(socket: listener.socket, pool: pool)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await pool.run() }
                group.addTask { try await accept(from: socket) }
                defer { group.cancelAll() }
                try await group.next()
            }
        } catch {
            // Cancellation disconnects the sockets.
            if Task.isCancelled { return nil }
            let reason = SocketError.reason(error)
            onRefused(
                RefusedRequest(status: 500, reason: "the server ended: \(reason)", request: nil, peer: "the system"))
            return reason
        }
        return Task.isCancelled ? nil : "it stopped listening"
    }

    private func accept(from listener: AsyncSocket) async throws {
        let limiter = ConnectionLimiter(limit: validator.limits.connections)
        try await withThrowingDiscardingTaskGroup { group in
            while !Task.isCancelled {
                let socket: AsyncSocket
                do { socket = try await listener.accept() } catch {
                    try Task.checkCancellation()
                    // The process has no free descriptor, or the client disconnected. Later attempts may succeed.
                    try await AsyncTimer.wait(for: .milliseconds(50))
                    continue
                }
                let descriptor = SocketDescriptor(socket.socket.file.rawValue)
                descriptor.prepareConnection()
                let connection = HTTPConnection(socket, of: self)
                var admission: ConnectionLimiter.Admission?
                // An evicted connection normally ends within 50 ms. Other clients wait in the queue of the listening socket.
                for _ in 1...100 {
                    admission = limiter.admit { descriptor.end(.both) }
                    if admission != nil { break }
                    try await AsyncTimer.wait(for: .milliseconds(1))
                }
                switch admission ?? limiter.reject() {
                case .served(let id):
                    group.addTask {
                        // Removed before it closes its descriptor, whose number may then be another connection's.
                        await connection.serve(onToken: { limiter.confirmToken(id) }) {
                            limiter.remove(.served(id: id))
                        }
                    }
                case .rejected:
                    group.addTask {
                        defer { limiter.remove(.rejected) }
                        await connection.reject()
                    }
                case .dropped: try? socket.close()
                }
            }
        }
    }
}

/// At the limit, a new connection evicts the oldest connection that has not shown the token, so that clients without the token cannot lock
/// out its owner. If all have shown it, new connections get a 503 response, as many at a time as are served; more are closed.
final class ConnectionLimiter: Sendable {
    enum Admission: Equatable {
        case served(id: Int)
        case rejected
        case dropped
    }

    private struct Connection {
        let id: Int
        let begun: ContinuousClock.Instant
        var hasShownToken = false
        let evict: @Sendable () -> Void
    }

    private struct State {
        /// The oldest first.
        var served: [Connection] = []
        /// Not ended yet.
        var evicted: Set<Int> = []
        var rejected = 0
        var lastID = 0
    }

    /// Without it, strangers that reconnect without pause would evict the owner's connection before its request is read.
    private static let grace = Duration.milliseconds(40)

    private let limit: Int
    private let state = Locked(State())

    init(limit: Int) { self.limit = limit }

    /// `evict` must not wait; it is called at most once, and not after `remove`. Nil if nothing may be evicted yet: retry later.
    func admit(evict: @escaping @Sendable () -> Void) -> Admission? {
        let now = ContinuousClock.now
        return state.withLock { state in
            if state.served.count == limit, let oldest = state.served.firstIndex(where: { !$0.hasShownToken }) {
                if state.evicted.count >= limit || now - state.served[oldest].begun < Self.grace { return nil }
                let connection = state.served.remove(at: oldest)
                state.evicted.insert(connection.id)
                connection.evict()
            }
            guard state.served.count < limit else { return reject(&state) }
            state.lastID += 1
            state.served.append(Connection(id: state.lastID, begun: now, evict: evict))
            return .served(id: state.lastID)
        }
    }

    func reject() -> Admission { state.withLock { reject(&$0) } }

    private func reject(_ state: inout State) -> Admission {
        if state.rejected == limit { return .dropped }
        state.rejected += 1
        return .rejected
    }

    func confirmToken(_ id: Int) {
        state.withLock { state in
            guard let index = state.served.firstIndex(where: { $0.id == id }) else { return }
            state.served[index].hasShownToken = true
        }
    }

    func remove(_ admission: Admission) {
        state.withLock { state in
            switch admission {
            case .served(let id):
                state.evicted.remove(id)
                state.served.removeAll { $0.id == id }
            case .rejected: state.rejected -= 1
            case .dropped: break
            }
        }
    }
}
