internal import TimelineLibc

/// Of the process that made it. Detects that code runs in a forked child, by one read of memory; not after a direct `clone(2)` or `_Fork`.
/// Sendable because the counter is written only in a child that was just forked, which has one thread.
package struct ProcessIdentity: @unchecked Sendable {
    private let forks: UnsafePointer<Int>
    private let count: Int

    package var isCurrent: Bool { forks.pointee == count }

    package init() {
        forks = Self.counter
        count = Self.counter.pointee
    }

    /// Forks between the first process that used this counter and the current one.
    private nonisolated(unsafe) static let counter: UnsafePointer<Int> = {
        let place = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        place.initialize(to: 0)
        shared = place
        #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
            pthread_atfork(nil, nil) { ProcessIdentity.shared?.pointee += 1 }
        #endif
        return UnsafePointer(place)
    }()

    /// For the child to increment.
    private nonisolated(unsafe) static var shared: UnsafeMutablePointer<Int>?
}
