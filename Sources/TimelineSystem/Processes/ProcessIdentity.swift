#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Identifies a process, so that code can detect that it runs in a forked child. The check reads one word of memory.
///
/// It does not detect children made by a direct `clone(2)` or by `_Fork`.
///
/// Sendable because the counter is written only in a child that was just forked, which has one thread.
package struct ProcessIdentity: @unchecked Sendable {
    private let forks: UnsafePointer<Int>
    private let count: Int

    /// The identity of the calling process.
    package static var current: ProcessIdentity { ProcessIdentity(forks: counter, count: counter.pointee) }

    /// Whether the calling process is the one that this identity was taken in, not a forked child of it.
    package var isCurrent: Bool { forks.pointee == count }

    private init(forks: UnsafePointer<Int>, count: Int) {
        self.forks = forks
        self.count = count
    }

    /// The number of forks between the first process that used this counter and the current one.
    private nonisolated(unsafe) static let counter: UnsafePointer<Int> = {
        let place = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        place.initialize(to: 0)
        shared = place
        #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
            pthread_atfork(nil, nil) { ProcessIdentity.shared?.pointee += 1 }
        #endif
        return UnsafePointer(place)
    }()

    /// The same memory, for the child to increment.
    private nonisolated(unsafe) static var shared: UnsafeMutablePointer<Int>?
}
