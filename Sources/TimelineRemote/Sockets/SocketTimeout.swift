internal import Dispatch
internal import FlyingSocks
internal import TimelineKit

#if canImport(FoundationEssentials)
    internal import FoundationEssentials
#else
    internal import Foundation
#endif

/// A shutdown wakes the waiting task. Unlike cancellation, it works while an app blocks the threads of Swift's concurrency.
final class SocketTimeout: Sendable {
    private struct State {
        var ping: [UInt8]?
        var isFinished = false
        var hasExpired = false
    }

    private static let queue = DispatchQueue(label: "timeline.remote.timeouts")
    private let state: Locked<State>
    private nonisolated(unsafe) let timer: any DispatchSourceTimer

    /// `socket` must stay open until `finish()`. After `time`, `ping` is sent, and the peer has the same time to respond. A write needs
    /// `.both`: `.writing` does not wake a task that waits to write to a Unix socket.
    init(
        _ socket: Socket, for direction: SocketDescriptor.Direction, after time: Duration, sending ping: [UInt8]? = nil
    ) {
        let descriptor = SocketDescriptor(socket.file.rawValue)
        state = Locked(State(ping: ping))
        timer = DispatchSource.makeTimerSource(queue: Self.queue)
        let interval = time / .seconds(1)
        timer.schedule(deadline: .now() + interval, repeating: interval)
        timer.setEventHandler { [weak self] in
            self?.state.withLock { state in
                if state.isFinished || state.hasExpired { return }
                if let ping = state.ping.take() { return descriptor.sendNow(ping) }
                state.hasExpired = true
                descriptor.end(direction)
            }
        }
        timer.activate()
    }

    @discardableResult
    func finish() -> Bool {
        timer.cancel()
        return state.withLock { state in
            state.isFinished = true
            return state.hasExpired
        }
    }
}

extension AsyncSocket {
    func write(_ bytes: [UInt8]) async throws { try await write(Data(bytes)) }

    func write(_ bytes: [UInt8], within time: Duration) async throws {
        let timeout = SocketTimeout(socket, for: .both, after: time)
        defer { timeout.finish() }
        try await write(bytes)
    }
}

extension SocketError {
    static func reason(_ error: any Error) -> String {
        guard case SocketError.failed(_, _, let message) = error else { return "\(error)" }
        return message.prefix(1).lowercased() + message.dropFirst()
    }
}
