#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// A pointer of each thread, nil at first. Unlike a task-local value, tasks that the thread starts do not inherit it.
///
/// Reading or writing it takes a few nanoseconds. It is never freed: make one per use, in a static property.
package struct ThreadSlot: Sendable {
    private let key: pthread_key_t

    package init() {
        var key = pthread_key_t()
        let code = pthread_key_create(&key, nil)
        precondition(code == 0, "a thread-specific key cannot be created: error \(code)")
        self.key = key
    }

    /// The pointer of the calling thread.
    package var pointer: UnsafeMutableRawPointer? {
        get { pthread_getspecific(key) }
        nonmutating set { pthread_setspecific(key, newValue) }
    }
}
