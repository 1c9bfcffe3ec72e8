internal import Dispatch
internal import Synchronization

extension Array where Element: Sendable {
    /// The elements after `transform`, which is called on all processors at once, in the same order.
    ///
    /// - Throws: What `transform` throws for the first element for which it throws.
    func concurrentMap<Output: Sendable>(_ transform: @Sendable (Element) throws -> Output) throws -> [Output] {
        let results = Mutex([Result<Output, any Error>?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let result = Result { try transform(self[index]) }
            results.withLock { $0[index] = result }
        }
        return try results.withLock { try $0.map { try $0!.get() } }
    }
}
