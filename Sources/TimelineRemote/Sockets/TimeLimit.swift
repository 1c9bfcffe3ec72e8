/// Lets something take so long and no longer.
enum TimeLimit {
    /// What `work` gives; nil where the time is over first. Then `work` is cancelled, and waited for.
    static func of<Result: Sendable>(
        _ time: Duration, _ work: @escaping @Sendable () async throws -> Result
    ) async throws -> Result? {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await work() }
            group.addTask {
                try await Alarm.wait(for: time)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
