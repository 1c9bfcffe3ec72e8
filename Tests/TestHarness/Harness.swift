import Foundation

/// How thorough the tests are: small in each run, full where `TIMELINE_HARNESS=full` is set.
package enum Harness {
    package static let isFull = ProcessInfo.processInfo.environment["TIMELINE_HARNESS"] == "full"

    package static func count(small: Int, full: Int) -> Int { isFull ? full : small }

    /// A new seed for each test and run, or the one that `TIMELINE_SEED` names. To be printed.
    package static var seed: UInt64 {
        ProcessInfo.processInfo.environment["TIMELINE_SEED"].flatMap(UInt64.init) ?? .random(in: 0 ... .max)
    }
}
