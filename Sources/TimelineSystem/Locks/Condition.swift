#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A mutex with a condition variable.
///
/// Sendable because only the functions of the system access the two.
package struct Condition: ~Copyable, @unchecked Sendable {
    /// Allocated, since a mutex must not move and a struct may.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let change: UnsafeMutablePointer<pthread_cond_t>

    package init() {
        mutex = .allocate(capacity: 1)
        change = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        change.initialize(to: pthread_cond_t())
        var attributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&attributes)
        defer { pthread_mutexattr_destroy(&attributes) }
        #if canImport(Darwin)
            // Waiting threads donate their priority.
            pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT)
        #endif
        guard pthread_mutex_init(mutex, &attributes) == 0, pthread_cond_init(change, nil) == 0 else {
            preconditionFailure("there is no room for a lock")
        }
    }

    deinit {
        pthread_cond_destroy(change)
        pthread_mutex_destroy(mutex)
        change.deallocate()
        mutex.deallocate()
    }

    package func lock() { pthread_mutex_lock(mutex) }

    package func unlock() { pthread_mutex_unlock(mutex) }

    /// Unlocks the mutex, waits for a signal, and locks it again. It may return without a signal.
    package func wait() { pthread_cond_wait(change, mutex) }

    /// Wakes one thread that waits.
    package func signal() { pthread_cond_signal(change) }
}
