internal import Dispatch
internal import Synchronization

/// Lets a command wait for what is asynchronous.
enum Waiting {
    private final class Outcome<Result: Sendable>: Sendable {
        let result = Mutex<Swift.Result<Result, any Error>?>(nil)
    }

    /// What `body` gives. The calling thread waits.
    static func forResult<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) throws -> Result {
        let done = DispatchSemaphore(value: 0)
        let outcome = Outcome<Result>()
        Task.detached {
            let result: Swift.Result<Result, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            outcome.result.withLock { $0 = result }
            done.signal()
        }
        done.wait()
        guard let result = outcome.result.withLock({ $0 }) else { preconditionFailure("nothing came of it") }
        return try result.get()
    }
}
