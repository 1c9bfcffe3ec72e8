import Foundation

/// How thorough the harnesses are: small in each run of the tests, full where `TIMELINE_HARNESS=full` is set.
enum Harness {
    static let isFull = ProcessInfo.processInfo.environment["TIMELINE_HARNESS"] == "full"

    static func count(small: Int, full: Int) -> Int { isFull ? full : small }

    /// A new seed for each run; `TIMELINE_HARNESS_SEED` gives that of an earlier one. To be printed.
    static var seed: UInt64 {
        ProcessInfo.processInfo.environment["TIMELINE_HARNESS_SEED"].flatMap(UInt64.init) ?? .random(in: 0 ... .max)
    }
}
