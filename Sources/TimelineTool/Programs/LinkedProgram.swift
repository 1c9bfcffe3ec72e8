internal import Synchronization
internal import TimelineKit

/// The program that is linked into this executable. Set once, before any command runs.
enum LinkedProgram {
    private static let linked = Mutex<(any Program)?>(nil)

    static func set(_ program: any Program) { linked.withLock { $0 = program } }

    static var current: (any Program)? { linked.withLock { $0 } }
}
