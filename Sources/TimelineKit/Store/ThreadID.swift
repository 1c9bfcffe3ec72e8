#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// Tells threads apart while they live. Never 0.
enum ThreadID {
    /// The calling thread. A few nanoseconds.
    static var current: UInt {
        #if canImport(Glibc)
            UInt(pthread_self())
        #else
            UInt(bitPattern: pthread_self())
        #endif
    }

    /// Lets another thread have the processor, if one wants it.
    static func yield() {
        _ = sched_yield()
    }
}
