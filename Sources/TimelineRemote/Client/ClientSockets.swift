internal import FlyingSocks

/// What wakes those who wait at the sockets of clients. FlyingFox's own for clients needs the threads that all tasks share:
/// where an app blocks them, an answer that has come would not be seen before the time for it is over.
enum ClientSockets {
    private static let pool: some AsyncSocketPool = SocketPool.make()

    /// Runs as long as the process.
    private static let running = Task.detached(executorPreference: SocketThreads.ofClients) {
        try await pool.prepare()
        Task.detached(executorPreference: SocketThreads.ofClients) { try await pool.run() }
    }

    /// A socket that can be waited at.
    static func waitable(_ socket: Socket) async throws -> AsyncSocket {
        try await running.value
        return try AsyncSocket(socket: socket, pool: pool)
    }
}
