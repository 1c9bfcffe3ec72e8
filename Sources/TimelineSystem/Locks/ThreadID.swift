#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// Tells threads apart while they live. Never 0.
package enum ThreadID {
    /// The calling thread. A few nanoseconds.
    package static var current: UInt {
        #if canImport(Glibc)
            UInt(pthread_self())
        #else
            UInt(bitPattern: pthread_self())
        #endif
    }

    /// Lets another thread have the processor, if one wants it.
    package static func yield() {
        _ = sched_yield()
    }
}
