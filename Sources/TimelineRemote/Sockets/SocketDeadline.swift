internal import Dispatch
internal import TimelineKit

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Ends a read or a write that takes too long: when the time is over nothing more can be read from the socket, or done with
/// it, and who waits for that is told. Unlike the end of a task, that needs none of the threads that all tasks share, which
/// an app may have blocked.
final class SocketDeadline: Sendable {
    enum Way: Sendable {
        case reading, writing

        /// Whoever waits to write to a socket in the file system is not told that writing alone has ended.
        fileprivate var number: Int32 { self == .reading ? Int32(SHUT_RD) : Int32(SHUT_RDWR) }
    }

    private enum State {
        case waiting, done, over
    }

    private static let queue = DispatchQueue(label: "timeline.host.deadlines")
    private let state = Locked(State.waiting)

    /// - Parameter descriptor: The socket, which must stay open until `finish()`.
    init(_ descriptor: Int32, for way: Way, after time: Duration) {
        let (seconds, attoseconds) = time.components
        Self.queue.asyncAfter(deadline: .now() + Double(seconds) + Double(attoseconds) / 1e18) { [weak self] in
            self?.state.withLock { state in
                guard case .waiting = state else { return }
                state = .over
                shutdown(descriptor, way.number)
            }
        }
    }

    /// The read, or the write, has ended.
    ///
    /// - Returns: whether the time was over before.
    @discardableResult
    func finish() -> Bool {
        state.withLock { state in
            if case .over = state { return true }
            state = .done
            return false
        }
    }
}
