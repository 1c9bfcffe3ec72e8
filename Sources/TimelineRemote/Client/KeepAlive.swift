internal import Dispatch
internal import FlyingSocks
internal import TimelineKit
internal import TimelineSystem

/// Detects a WebSocket host that stopped responding: after an interval of silence it sends a `ping`, and if nothing arrives
/// within another interval, it shuts the socket down for reading, which wakes the task that waits.
///
/// Time counts only while a task waits to read.
final class KeepAlive: Sendable {
    private struct State {
        var isReading = false
        /// The number of times the timer fired since the read began. The first may come soon after it.
        var ticks = 0
        var hasExpired = false
        var isCanceled = false
    }

    private static let queue = DispatchQueue(label: "timeline.remote.keep-alive")
    private let socket: SocketDescriptor
    private let state = Locked(State())
    private nonisolated(unsafe) let timer: any DispatchSourceTimer

    /// - Parameters:
    ///   - socket: It must stay open until `cancel()`.
    ///   - time: The silence before a `ping`, and the time to respond to it.
    init(_ socket: Socket, every time: Duration) {
        self.socket = SocketDescriptor(socket.file.rawValue)
        timer = DispatchSource.makeTimerSource(queue: Self.queue)
        let interval = time / .seconds(1)
        timer.schedule(deadline: .now() + interval, repeating: interval)
        timer.setEventHandler { [weak self] in self?.tick() }
        timer.activate()
    }

    /// Must be called when a task starts to read.
    func beginRead() {
        state.withLock { state in
            state.isReading = true
            state.ticks = 0
        }
    }

    /// Must be called when the read ended.
    ///
    /// - Returns: whether the host stopped responding.
    func endRead() -> Bool {
        state.withLock { state in
            state.isReading = false
            return state.hasExpired
        }
    }

    /// Must be called before the socket is closed.
    func cancel() {
        state.withLock { $0.isCanceled = true }
        timer.cancel()
    }

    private func tick() {
        state.withLock { state in
            guard state.isReading, !state.isCanceled, !state.hasExpired else { return }
            state.ticks += 1
            if state.ticks == 2 {
                // A follower sends no other frames, so this one cannot start within another.
                socket.sendNow(WebSocketFrame(.ping).bytes(mask: (0..<4).map { _ in UInt8.random(in: 0 ... .max) }))
            } else if state.ticks == 3 {
                state.hasExpired = true
                socket.shutdown(.reading)
            }
        }
    }
}
