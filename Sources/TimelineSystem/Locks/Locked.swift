#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// A value with a mutex.
///
/// Used instead of `Mutex` of the standard library for two reasons on Linux: the thread sanitizer does not know its futex and
/// reports false races, and it hands over to the longest waiter, which costs two context switches per action under
/// contention.
///
/// Not recursive: a nested `withLock` deadlocks.
///
/// Sendable because `value` is used only while `word` is locked.
package struct Locked<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    #if canImport(Darwin)
        private typealias Word = os_unfair_lock_s
    #else
        private typealias Word = pthread_mutex_t
    #endif

    /// Allocated, since a lock must not move and a struct may.
    private let word: UnsafeMutablePointer<Word>
    private let value: UnsafeMutablePointer<Value>

    package init(_ value: consuming sending Value) {
        word = .allocate(capacity: 1)
        self.value = .allocate(capacity: 1)
        self.value.initialize(to: value)
        word.initialize(to: Word())
        #if !canImport(Darwin)
            let code = pthread_mutex_init(word, nil)
            precondition(code == 0, "a lock cannot be created: error \(code)")
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

    /// Calls `body` with the value while the lock is held.
    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (_ value: inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock()
        defer { unlock() }
        return try body(&value.pointee)
    }

    /// For state outside `value`. Use `withLock` where a closure will do.
    package func lock() {
        #if canImport(Darwin)
            os_unfair_lock_lock(word)
        #else
            let code = pthread_mutex_lock(word)
            precondition(code == 0, "a lock cannot be acquired: error \(code)")
        #endif
    }

    package func unlock() {
        #if canImport(Darwin)
            os_unfair_lock_unlock(word)
        #else
            let code = pthread_mutex_unlock(word)
            precondition(code == 0, "a lock cannot be released: error \(code)")
        #endif
    }
}

/// The identifier of a running thread. Never 0.
package enum ThreadID {
    /// That of the calling thread. Takes a few nanoseconds.
    package static var current: UInt {
        #if canImport(Glibc)
            UInt(pthread_self())
        #else
            UInt(bitPattern: pthread_self())
        #endif
    }

    /// Yields the processor to another thread.
    package static func yield() {
        _ = sched_yield()
    }
}
