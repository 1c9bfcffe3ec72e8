internal import TimelineJournal

/// When to try again what failed: at once, then after waits that double, from 0.1 to 30 seconds. Pure: tests drive it with
/// literal times.
struct RetryDelay {
    private static let first = Moment(microseconds: 100_000)
    private static let longest = Moment(microseconds: 30_000_000)

    private var nextTry = Moment.zero
    private var lastWait: Moment?

    func mayTry(at now: Moment) -> Bool { now >= nextTry }

    /// It failed.
    mutating func wait(from now: Moment) {
        let wait = lastWait.map { min(Moment(microseconds: $0.microseconds * 2), Self.longest) } ?? Self.first
        lastWait = wait
        nextTry = Moment(microseconds: now.microseconds + wait.microseconds)
    }
}
