internal import Dispatch
internal import Synchronization
internal import TimelineRemote

/// Reads ahead while the taker is busy. At a limit the app has to buffer steps, and names the steps that it does not send.
final class FollowFeed: Sendable {
    private struct State {
        var messages: [(message: FollowMessage, bytes: Int)] = []
        var bytes = 0
        var end: RemoteError?
    }

    private let state = Mutex(State())
    private let arrived = DispatchSemaphore(value: 0)
    private let task = Mutex<Task<Void, Never>?>(nil)

    private static let (messageLimit, byteLimit) = (4096, 64 << 20)

    init(_ messages: RemoteClient.Messages, of address: RemoteAddress) {
        let task = Task.detached { [weak self] in
            var messages = messages
            var end = RemoteError.unreachable("\(address)", reason: "it closed the connection")
            do throws(RemoteError) {
                while let message = try await messages.next() {
                    guard let self, await self.append(message, messages.lastSize) else { return }
                }
            } catch { end = error }
            self?.finish(end)
        }
        self.task.withLock { $0 = task }
    }

    deinit { cancel() }

    /// A feed that is full does not end by itself.
    func cancel() { task.withLock { $0 }?.cancel() }

    private func append(_ message: FollowMessage, _ bytes: Int) async -> Bool {
        while state.withLock({ $0.messages.count >= Self.messageLimit || $0.bytes >= Self.byteLimit }) {
            do { try await Task.sleep(for: .milliseconds(5)) } catch { return false }
        }
        state.withLock { state in
            state.messages.append((message, bytes))
            state.bytes += bytes
        }
        arrived.signal()
        return !Task.isCancelled
    }

    private func finish(_ error: RemoteError) {
        state.withLock { $0.end = error }
        arrived.signal()
    }

    /// Waits for the first message.
    func take(until end: ContinuousClock.Instant? = nil) throws(RemoteError) -> [FollowMessage] {
        while true {
            let (messages, reason) = state.withLock { state in
                let taken = (state.messages.map(\.message), state.end)
                (state.messages, state.bytes) = ([], 0)
                return taken
            }
            if !messages.isEmpty { return messages }
            if let reason { throw reason }
            guard let end else {
                arrived.wait()
                continue
            }
            let time = max(.zero, ContinuousClock.now.duration(to: end)) / .nanoseconds(1)
            if arrived.wait(timeout: .now() + .nanoseconds(Int(time))) == .timedOut { return [] }
        }
    }
}
