internal import TimelineJournal

/// Steps that were reduced and are not on file. Pure: tests drive it with literal times.
struct OpenGap {
    private static let firstWait = Moment(microseconds: 100_000)
    private static let longestWait = Moment(microseconds: 30_000_000)

    /// The first step that was lost.
    let beganAt: Int
    /// The first step that no line tells of yet.
    private(set) var first: Int
    /// What stood in the way.
    let why: String
    /// When to try again to encode and write the state; `zero` at once.
    private var nextTry = Moment.zero
    private var lastWait: Moment?

    init(beganAt: Int, why: String) {
        self.beganAt = beganAt
        first = beganAt
        self.why = why
    }

    func line(through seq: Int, at: Moment) -> Gap { Gap(seq: first, at: at, through: seq, why: why) }

    /// A line tells of the steps through `seq`.
    mutating func written(through seq: Int) { first = seq + 1 }

    func mayTry(at now: Moment) -> Bool { now >= nextTry }

    /// The state found no room: each wait is twice the one before, from 0.1 to 30 seconds.
    mutating func wait(from now: Moment) {
        let wait = lastWait.map { min(Moment(microseconds: $0.microseconds * 2), Self.longestWait) } ?? Self.firstWait
        lastWait = wait
        nextTry = Moment(microseconds: now.microseconds + wait.microseconds)
    }
}
