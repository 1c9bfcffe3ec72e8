internal import FlyingSocks
internal import TimelineKit

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Takes connections, so many at a time, and serves each in a task of its own.
///
/// It stands on FlyingFox's sockets (`FlyingSocks`) and not on its `HTTPServer`. That one reads lines of any length for any
/// time, takes any number of connections, keeps headers in a dictionary, where the second `Host` takes the place of the
/// first, and closes a connection that it cannot make out without an answer. Each of these must be refused here, and
/// answered, and a server does not let its caller see the bytes.
struct HostServer: Sendable {
    let listener: ListeningSocket
    let gate: Gate
    let service: any HostService
    let onRefused: @Sendable (RefusedRequest) -> Void

    /// Serves until the task is cancelled. Then nothing listens any more, and no connection is open.
    func run() async {
        let pool = SocketPool.make()
        defer { listener.close() }
        do {
            try await pool.prepare()
            let socket = try AsyncSocket(socket: listener.socket, pool: pool)
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await pool.run() }
                group.addTask { try await take(from: socket) }
                defer { group.cancelAll() }
                try await group.next()
            }
        } catch {
            // Sockets that are stopped say that they are disconnected.
            if Task.isCancelled { return }
            let refusal = Refusal(500, "the host ended: \(error)")
            onRefused(RefusedRequest(refusal: refusal, request: nil, peer: "the system"))
        }
    }

    private func take(from listener: AsyncSocket) async throws {
        let open = OpenConnections(limit: gate.limits.connections)
        try await withThrowingDiscardingTaskGroup { group in
            while !Task.isCancelled {
                let socket: AsyncSocket
                do { socket = try await listener.accept() } catch {
                    try Task.checkCancellation()
                    // Out of descriptors, or the client has gone again. Whoever waits goes on waiting.
                    try await Alarm.wait(for: .milliseconds(50))
                    continue
                }
                Self.prepare(socket.socket)
                let connection = HostConnection(socket, gate: gate, service: service, onRefused: onRefused)
                let descriptor = socket.socket.file.rawValue
                var place: OpenConnections.Place?
                for _ in 1...Self.mostWaits {
                    place = open.enter { shutdown(descriptor, Int32(SHUT_RDWR)) }
                    if place != nil { break }
                    try await Alarm.wait(for: .milliseconds(1))
                }
                switch place ?? open.turnAway() {
                case .served(let number):
                    group.addTask {
                        // It leaves while its descriptor is still its own.
                        await connection.serve(onToken: { open.showToken(number) }) { open.leave(.served(number)) }
                    }
                case .turnedAway:
                    group.addTask {
                        defer { open.leave(.turnedAway) }
                        await connection.turnAway()
                    }
                case .dropped: try? socket.close()
                }
            }
        }
    }

    /// How often it is asked, a millisecond apart, whether a connection that was ended has left.
    private static let mostWaits = 50

    private static func prepare(_ socket: Socket) {
        _ = fcntl(socket.file.rawValue, F_SETFD, FD_CLOEXEC)
        #if canImport(Darwin)
            try? socket.setValue(true, for: .noSIGPIPE)
        #endif
        var on: Int32 = 1
        // One that is silent for long, as a follower may be, and whose machine has gone, is let go in the end.
        _ = setsockopt(socket.file.rawValue, SOL_SOCKET, SO_KEEPALIVE, &on, socklen_t(MemoryLayout<Int32>.size))
        // What is said to a follower should not wait for more. No harm where it is no TCP.
        _ = setsockopt(socket.file.rawValue, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }
}
