#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A process, so that a child that was forked from it knows that it is another. To ask costs a load, no system call.
///
/// A child that was made by a bare `clone(2)`, or by `_Fork`, does not know.
///
/// Sendable because the counter is written only in a child that was just forked, which has one thread.
package struct ProcessIdentity: @unchecked Sendable {
    private let forks: UnsafePointer<Int>
    private let count: Int

    /// This process.
    package static var current: ProcessIdentity { ProcessIdentity(forks: counter, count: counter.pointee) }

    /// Whether the process that asks is this one, and no child of it.
    package var isCurrent: Bool { forks.pointee == count }

    private init(forks: UnsafePointer<Int>, count: Int) {
        self.forks = forks
        self.count = count
    }

    /// How many forks lie between the process that asked first and the one that asks.
    private nonisolated(unsafe) static let counter: UnsafePointer<Int> = {
        let place = UnsafeMutablePointer<Int>.allocate(capacity: 1)
        place.initialize(to: 0)
        shared = place
        #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
            pthread_atfork(nil, nil) { ProcessIdentity.shared?.pointee += 1 }
        #endif
        return UnsafePointer(place)
    }()

    /// The same, for the child to write to.
    private nonisolated(unsafe) static var shared: UnsafeMutablePointer<Int>?
}
