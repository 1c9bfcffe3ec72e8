struct OpenGap {
    let beganAt: Int
    /// The first step that no `gap` line covers yet.
    private(set) var first: Int
    let why: String
    var retry = RetryDelay()

    init(beganAt: Int, why: String) {
        self.beganAt = beganAt
        first = beganAt
        self.why = why
    }

    func line(through seq: Int, at: Moment) -> Gap { Gap(seq: first, at: at, through: seq, why: why) }

    mutating func written(through seq: Int) { first = seq + 1 }
}

/// When to retry: at once, then with exponential backoff from 0.1 to 30 seconds.
struct RetryDelay {
    private static let first = Moment(microseconds: 100_000)
    private static let longest = Moment(microseconds: 30_000_000)

    private var nextTry = Moment.zero
    private var lastWait: Moment?

    func mayTry(at now: Moment) -> Bool { now >= nextTry }

    mutating func wait(from now: Moment) {
        let wait = lastWait.map { min(Moment(microseconds: $0.microseconds * 2), Self.longest) } ?? Self.first
        lastWait = wait
        nextTry = Moment(microseconds: now.microseconds + wait.microseconds)
    }
}
