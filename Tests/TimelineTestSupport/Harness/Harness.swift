import Foundation

/// The size of randomized tests: full if `TIMELINE_HARNESS=full` is set, otherwise small.
package enum Harness {
    package static let isFull = ProcessInfo.processInfo.environment["TIMELINE_HARNESS"] == "full"

    package static func count(small: Int, full: Int) -> Int { isFull ? full : small }

    /// The seed that `TIMELINE_SEED` names; otherwise 1, or a new one of each run at full size. A test prints it, so that its run can be
    /// repeated.
    package static let seed: UInt64 =
        ProcessInfo.processInfo.environment["TIMELINE_SEED"].flatMap(UInt64.init)
        ?? (isFull ? .random(in: 0 ... .max) : 1)
}
