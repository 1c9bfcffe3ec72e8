internal import Dispatch

package enum BlockingTask {
    package static func run<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
        let isDone = DispatchSemaphore(value: 0)
        // `isDone` orders the accesses.
        nonisolated(unsafe) var outcome: Result<Value, any Error>?
        Task.detached {
            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
            isDone.signal()
        }
        isDone.wait()
        guard let outcome else { preconditionFailure("the task has no result") }
        return try outcome.get()
    }
}
