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
