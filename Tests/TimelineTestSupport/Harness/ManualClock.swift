import Synchronization

/// A clock that a test advances.
public final class ManualClock: Clock, Sendable {
    public struct Instant: InstantProtocol {
        var offset = Duration.zero
        public func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        public func duration(to other: Instant) -> Duration { other.offset - offset }
        public static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
    }

    private struct Storage {
        var now = Instant()
        var sleepers: [Int: (deadline: Instant, continuation: CheckedContinuation<Void, any Error>)] = [:]
        var cancelled: Set<Int> = []
        var started = 0
    }

    private let storage = Mutex(Storage())
    private let skipsSleeps: Bool

    /// - Parameter skipsSleeps: Whether each sleep returns at once.
    public init(skipsSleeps: Bool = false) { self.skipsSleeps = skipsSleeps }

    public var now: Instant { storage.withLock { $0.now } }
    public var minimumResolution: Duration { .zero }

    /// The number of callers that sleep.
    public var sleepers: Int { storage.withLock { $0.sleepers.count } }

    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        if skipsSleeps { return try Task.checkCancellation() }
        let number = storage.withLock { storage in
            storage.started += 1
            return storage.started
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = storage.withLock { storage in
                    if storage.cancelled.contains(number) { return .failure(CancellationError()) }
                    if deadline <= storage.now { return .success(()) }
                    storage.sleepers[number] = (deadline, continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let sleeper = storage.withLock { storage in
                storage.cancelled.insert(number)
                return storage.sleepers.removeValue(forKey: number)
            }
            sleeper?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Advances the time, and wakes those whose deadline it reaches.
    public func advance(by duration: Duration) {
        let woken = storage.withLock { storage in
            storage.now.offset += duration
            let due = storage.sleepers.filter { $0.value.deadline <= storage.now }
            for number in due.keys { storage.sleepers[number] = nil }
            return due.values.map(\.continuation)
        }
        for continuation in woken { continuation.resume() }
    }
}
