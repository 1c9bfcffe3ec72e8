/// Work that has only so long.
enum Deadline {
    /// What `body` gives, or nil where `time` passed before; then it is cancelled.
    static func within<Result: Sendable>(
        _ time: Duration, _ body: @escaping @Sendable () async throws -> Result
    ) async throws -> Result? {
        try await withThrowingTaskGroup(of: Result?.self) { group in
            group.addTask { try await body() }
            group.addTask {
                try await Alarm.wait(for: time)
                return nil
            }
            defer { group.cancelAll() }
            return try await group.next() ?? nil
        }
    }
}
