internal import TimelineLibc

/// A pointer of each thread, nil at first, which tasks that the thread starts do not inherit. Never freed: keep it in a static property.
struct ThreadSlot: Sendable {
    private let key: pthread_key_t

    init() {
        var key = pthread_key_t()
        let code = pthread_key_create(&key, nil)
        precondition(code == 0, "a thread-specific key cannot be created: error \(code)")
        self.key = key
    }

    var pointer: UnsafeMutableRawPointer? {
        get { pthread_getspecific(key) }
        nonmutating set { pthread_setspecific(key, newValue) }
    }
}
