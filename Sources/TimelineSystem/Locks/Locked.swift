#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// A value that one thread at a time may use.
///
/// `Mutex` of the standard library would do but for two things, both on Linux, where it is made of a futex of its own. The
/// thread sanitizer does not know it, and reports a race wherever one is used, so that a real one would not be seen. And
/// it hands itself over to the longest waiter, which costs two switches of threads an action where many dispatch.
///
/// Not recursive: `withLock` within `withLock` never returns.
///
/// Sendable because `value` is used with `word` locked, and nowhere else.
package struct Locked<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    #if canImport(Darwin)
        private typealias Word = os_unfair_lock_s
    #else
        private typealias Word = pthread_mutex_t
    #endif

    /// Both have a place of their own in memory: a lock must not move, and a struct may.
    private let word: UnsafeMutablePointer<Word>
    private let value: UnsafeMutablePointer<Value>

    package init(_ value: consuming sending Value) {
        word = .allocate(capacity: 1)
        self.value = .allocate(capacity: 1)
        self.value.initialize(to: value)
        word.initialize(to: Word())
        #if !canImport(Darwin)
            let failure = pthread_mutex_init(word, nil)
            precondition(failure == 0, "a lock cannot be made: error \(failure)")
        #endif
    }

    deinit {
        #if !canImport(Darwin)
            pthread_mutex_destroy(word)
        #endif
        word.deinitialize(count: 1)
        word.deallocate()
        value.deinitialize(count: 1)
        value.deallocate()
    }

    /// Waits for the lock, and lends the value to `body`.
    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (_ value: inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock()
        defer { unlock() }
        return try body(&value.pointee)
    }

    private func lock() {
        #if canImport(Darwin)
            os_unfair_lock_lock(word)
        #else
            let failure = pthread_mutex_lock(word)
            precondition(failure == 0, "a lock cannot be taken: error \(failure)")
        #endif
    }

    private func unlock() {
        #if canImport(Darwin)
            os_unfair_lock_unlock(word)
        #else
            let failure = pthread_mutex_unlock(word)
            precondition(failure == 0, "a lock cannot be given back: error \(failure)")
        #endif
    }
}
