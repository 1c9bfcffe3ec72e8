internal import Dispatch
internal import Synchronization

/// What a task comes to, waited for by a thread that has nothing else to do.
struct Outcome<Value: Sendable>: Sendable {
    private final class Box: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
        let isDone = DispatchSemaphore(value: 0)
    }

    private let box = Box()

    init(_ body: @escaping @Sendable () async throws -> Value) {
        let box = box
        Task.detached {
            let result: Result<Value, any Error>
            do { result = .success(try await body()) } catch { result = .failure(error) }
            box.result.withLock { $0 = result }
            box.isDone.signal()
        }
    }

    func get() throws -> Value {
        box.isDone.wait()
        guard let result = box.result.withLock({ $0 }) else { preconditionFailure("a task ended without a result") }
        return try result.get()
    }
}
