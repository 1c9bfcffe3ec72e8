internal import TimelineJournal

/// Steps that were reduced and are not on file. Pure: tests drive it with literal times.
struct OpenGap {
    /// The first step that is missing.
    let beganAt: Int
    /// The first step that no line counts yet.
    private(set) var first: Int
    /// What stood in the way.
    let why: String
    /// When to try again to encode and write the state.
    var retry = RetryDelay()

    init(beganAt: Int, why: String) {
        self.beganAt = beganAt
        first = beganAt
        self.why = why
    }

    func line(through seq: Int, at: Moment) -> Gap { Gap(seq: first, at: at, through: seq, why: why) }

    /// A line counts the steps through `seq`.
    mutating func written(through seq: Int) { first = seq + 1 }
}

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
