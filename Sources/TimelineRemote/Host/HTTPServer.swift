internal import FlyingSocks

/// The `HTTPServer` of FlyingFox limits neither the length and time of lines nor the number of connections, and lets a second `Host`
/// replace the first. SwiftNIO adds 4.1 MB to an app instead of 0.4 MB, and needs a strict parser, too.
package struct HTTPServer<Handler: HTTPHandler>: Sendable {
    private let listener: ListeningSocket
    let validator: RequestValidator<Handler.Path>
    let handler: Handler
    let onRefused: @Sendable (RefusedRequest) -> Void

    package init(
        listener: ListeningSocket, validator: RequestValidator<Handler.Path>, handler: Handler,
        onRefused: @escaping @Sendable (RefusedRequest) -> Void
    ) {
        (self.listener, self.validator) = (listener, validator)
        (self.handler, self.onRefused) = (handler, onRefused)
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
