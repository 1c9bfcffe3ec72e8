internal import TimelineJournal

/// Steps that were reduced but not written. Pure.
struct OpenGap {
    /// The first step that is missing.
    let beganAt: Int
    /// The first step that no `gap` line covers yet.
    private(set) var first: Int
    /// Why the steps could not be written.
    let why: String
    /// When to try again to write the state.
    var retry = RetryDelay()

    init(beganAt: Int, why: String) {
        self.beganAt = beganAt
        first = beganAt
        self.why = why
    }

    func line(through seq: Int, at: Moment) -> Gap { Gap(seq: first, at: at, through: seq, why: why) }

    /// Notes that a `gap` line up to step `seq` was written.
    mutating func written(through seq: Int) { first = seq + 1 }
}

/// When to retry: at once, then with exponential backoff from 0.1 to 30 seconds. Pure.
struct RetryDelay {
    private static let first = Moment(microseconds: 100_000)
    private static let longest = Moment(microseconds: 30_000_000)

    private var nextTry = Moment.zero
    private var lastWait: Moment?

    func mayTry(at now: Moment) -> Bool { now >= nextTry }

    /// Notes an attempt that failed at `now`.
    mutating func wait(from now: Moment) {
        let wait = lastWait.map { min(Moment(microseconds: $0.microseconds * 2), Self.longest) } ?? Self.first
        lastWait = wait
        nextTry = Moment(microseconds: now.microseconds + wait.microseconds)
    }
}
