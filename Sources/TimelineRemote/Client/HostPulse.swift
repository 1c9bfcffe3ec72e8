internal import Dispatch
internal import TimelineKit

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Notices that a host is silent for good: one that has nothing to say for long is asked for a sign of life (a `ping` of the
/// WebSocket), and where none comes, who waits to read is told that nothing will.
///
/// Time counts only while someone waits to read: who has not read for long learns nothing of the host.
final class HostPulse: Sendable {
    private struct Pulse {
        var isAwaited = false
        /// How often the time was over since it is.
        var beats = 0
        var isOver = false
        var isEnded = false
    }

    private static let queue = DispatchQueue(label: "timeline.client.pulse")
    private let descriptor: Int32
    private let pulse = Locked(Pulse())
    private nonisolated(unsafe) let timer: any DispatchSourceTimer

    /// - Parameters:
    ///   - descriptor: The socket, which must stay open until `end()`.
    ///   - time: How long it may be silent before it is asked; and until it has to answer.
    init(_ descriptor: Int32, every time: Duration) {
        self.descriptor = descriptor
        timer = DispatchSource.makeTimerSource(queue: Self.queue)
        let nanoseconds = Int(time / .nanoseconds(1))
        timer.schedule(deadline: .now() + .nanoseconds(nanoseconds), repeating: .nanoseconds(nanoseconds))
        timer.setEventHandler { [weak self] in self?.beat() }
        timer.activate()
    }

    /// Someone waits to read.
    func begin() {
        pulse.withLock { pulse in
            pulse.isAwaited = true
            pulse.beats = 0
        }
    }

    /// The waiting has ended.
    ///
    /// - Returns: whether the host was silent for too long.
    func heard() -> Bool {
        pulse.withLock { pulse in
            pulse.isAwaited = false
            return pulse.isOver
        }
    }

    /// The socket is about to be closed.
    func end() {
        pulse.withLock { $0.isEnded = true }
        timer.cancel()
    }

    private func beat() {
        pulse.withLock { pulse in
            guard pulse.isAwaited, !pulse.isEnded, !pulse.isOver else { return }
            pulse.beats += 1
            // The first comes at any time after the waiting began.
            if pulse.beats == 2 { ask() }
            if pulse.beats == 3 {
                pulse.isOver = true
                shutdown(descriptor, Int32(SHUT_RD))
            }
        }
    }

    /// A follower says nothing else, so that this begins no frame within another. It is small, and where there is no room for
    /// it nobody has read for long.
    private func ask() {
        let mask = (0..<4).map { _ in UInt8.random(in: 0 ... .max) }
        let frame = WebSocketFrame(.ping).bytes(mask: mask)
        #if canImport(Darwin)
            _ = send(descriptor, frame, frame.count, Int32(MSG_DONTWAIT))
        #else
            _ = send(descriptor, frame, frame.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        #endif
    }
}
