internal import FlyingSocks
internal import TimelineKit
internal import TimelineSystem

/// Limits the time of one read or write: on timeout, it shuts the socket down for that direction, which wakes the task that
/// waits. Unlike the cancellation of a task, this works while an app blocks the threads of Swift's concurrency.
final class SocketTimeout: Sendable {
    private enum State {
        case pending, finished, expired
    }

    private let state = Locked(State.pending)

    /// - Parameters:
    ///   - socket: It must stay open until `finish()`.
    ///   - direction: `.both` for a write: a task that waits to write to a Unix socket is not woken by `.writing`.
    init(_ socket: Socket, for direction: SocketDescriptor.Direction, after time: Duration) {
        let descriptor = SocketDescriptor(socket.file.rawValue)
        AsyncTimer.after(time) { [weak self] in
            self?.state.withLock { state in
                guard case .pending = state else { return }
                state = .expired
                descriptor.shutdown(direction)
            }
        }
    }

    /// Must be called when the operation ended.
    ///
    /// - Returns: whether it timed out.
    @discardableResult
    func finish() -> Bool {
        state.withLock { state in
            if case .expired = state { return true }
            state = .finished
            return false
        }
    }
}

extension SocketError {
    /// The system's message, without a capital.
    static func reason(_ error: any Error) -> String {
        guard case SocketError.failed(_, _, let message) = error else { return "\(error)" }
        return message.prefix(1).lowercased() + message.dropFirst()
    }
}
