import Foundation

/// How thorough the harnesses are: small in each run of the tests, full where `TIMELINE_HARNESS=full` is set.
enum Harness {
    static let isFull = ProcessInfo.processInfo.environment["TIMELINE_HARNESS"] == "full"

    static func count(small: Int, full: Int) -> Int { isFull ? full : small }
}
