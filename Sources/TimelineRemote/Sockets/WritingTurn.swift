internal import TimelineKit

/// Lets those who write to one socket do so one after another: a frame must not begin within another.
final class WritingTurn: Sendable {
    private struct Turn {
        var isTaken = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let turn = Locked(Turn())

    /// Writes when those who came first have.
    func perform(_ write: () async throws -> Void) async throws {
        await withCheckedContinuation { continuation in
            let isMine = turn.withLock { turn in
                if turn.isTaken {
                    turn.waiting.append(continuation)
                    return false
                }
                turn.isTaken = true
                return true
            }
            if isMine { continuation.resume() }
        }
        defer {
            let next = turn.withLock { turn -> CheckedContinuation<Void, Never>? in
                guard turn.waiting.isEmpty else { return turn.waiting.removeFirst() }
                turn.isTaken = false
                return nil
            }
            next?.resume()
        }
        try await write()
    }
}
