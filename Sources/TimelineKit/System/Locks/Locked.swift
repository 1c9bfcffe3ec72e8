internal import TimelineLibc

/// A value that a mutex protects. Not recursive. On Linux, the thread sanitizer reports false races for `Mutex` of the standard
/// library, and unlocking that hands it to the longest waiter, which costs two context switches under contention.
/// Sendable because `value` is used only while `mutex` is locked.
package struct Locked<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    #if canImport(Darwin)
        private typealias SystemMutex = os_unfair_lock_s
    #else
        private typealias SystemMutex = pthread_mutex_t
    #endif

    /// On the heap, because a mutex must not move in memory, but a struct may.
    private let mutex: UnsafeMutablePointer<SystemMutex>
    private let value: UnsafeMutablePointer<Value>

    package init(_ value: consuming sending Value) {
        mutex = .allocate(capacity: 1)
        self.value = .allocate(capacity: 1)
        self.value.initialize(to: value)
        mutex.initialize(to: SystemMutex())
        #if !canImport(Darwin)
            let code = pthread_mutex_init(mutex, nil)
            precondition(code == 0, "a lock cannot be created: error \(code)")
        #endif
    }

    deinit {
        #if !canImport(Darwin)
            pthread_mutex_destroy(mutex)
        #endif
        mutex.deinitialize(count: 1)
        mutex.deallocate()
        value.deinitialize(count: 1)
        value.deallocate()
    }

    package func withLock<Result: ~Copyable, Failure: Error>(
        _ body: (_ value: inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        lock()
        defer { unlock() }
        return try body(&value.pointee)
    }

    /// For state outside `value`. Prefer `withLock`.
    package func lock() {
        #if canImport(Darwin)
            os_unfair_lock_lock(mutex)
        #else
            let code = pthread_mutex_lock(mutex)
            precondition(code == 0, "a lock cannot be acquired: error \(code)")
        #endif
    }

    package func unlock() {
        #if canImport(Darwin)
            os_unfair_lock_unlock(mutex)
        #else
            let code = pthread_mutex_unlock(mutex)
            precondition(code == 0, "a lock cannot be released: error \(code)")
        #endif
    }
}

package enum ThreadID {
    package static var current: UInt {
        #if canImport(Glibc)
            UInt(pthread_self())
        #else
            UInt(bitPattern: pthread_self())
        #endif
    }

    package static func yield() { _ = sched_yield() }
}
