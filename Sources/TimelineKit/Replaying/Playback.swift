/// When each step of a replay is due: the recorded intervals, with waits cut to the idle limit, then divided by speed.
///
/// Pure: times go in and come out, so a test can hold the clock. A due time is always counted from the last change of
/// speed or pause, never from the step before it, so that no error adds up.
///
/// `now` is any clock's reading; `at` is the recorded time of a step in microseconds. Steps are announced in order.
package struct Playback: Sendable {
    /// How many times as fast as it was recorded; more than 0.
    package private(set) var speed: Double
    /// Waits longer than this are cut to it, in recorded time.
    package let idleLimit: Duration?
    /// Whether time stands still.
    package private(set) var isPaused = false

    /// The reading of the clock at which `anchorTime` was due.
    private var anchor: Duration
    /// A place in recorded time, with the waits cut, in microseconds.
    private var anchorTime: Int64 = 0
    /// The recorded time of the last step that was announced, and the same with the waits cut.
    private var last: (at: Int64, cut: Int64)

    /// - Parameters:
    ///   - start: The recorded time that is due at `now`, in microseconds.
    package init(speed: Double = 1, idleLimit: Duration? = nil, from start: Int64 = 0, now: Duration) {
        precondition(speed > 0 && speed.isFinite, "the speed \(speed) is no number more than 0")
        self.speed = speed
        self.idleLimit = idleLimit
        anchor = now
        last = (start, 0)
    }

    /// The reading of the clock at which a step that was recorded at `at` is due; nil while paused.
    package func due(_ at: Int64) -> Duration? {
        if isPaused { return nil }
        return anchor + .nanoseconds(Self.whole(Double(cut(at) - anchorTime) * 1000 / speed))
    }

    /// The step recorded at `at` was shown.
    package mutating func shown(_ at: Int64) { last = (at, cut(at)) }

    /// The walk went elsewhere by hand: the step recorded at `at` is shown at `now`.
    package mutating func jumped(to at: Int64, now: Duration) {
        last = (at, last.cut)
        anchor = now
        anchorTime = last.cut
    }

    package mutating func pause(now: Duration) {
        guard !isPaused else { return }
        settle(now)
        isPaused = true
    }

    package mutating func resume(now: Duration) {
        guard isPaused else { return }
        isPaused = false
        anchor = now
    }

    /// Goes on at another speed from `now`.
    package mutating func change(speed: Double, now: Duration) {
        precondition(speed > 0 && speed.isFinite, "the speed \(speed) is no number more than 0")
        if !isPaused { settle(now) }
        self.speed = speed
    }

    /// Makes the present the place that times are counted from.
    private mutating func settle(_ now: Duration) {
        anchorTime += Self.whole(Self.microseconds(now - anchor) * speed)
        anchor = now
    }

    private static func microseconds(_ duration: Duration) -> Double {
        let (seconds, attoseconds) = duration.components
        return Double(seconds) * 1_000_000 + Double(attoseconds) / 1_000_000_000_000
    }

    /// The nearest whole number, of those that leave room to add: times on file are any that fit a line.
    private static func whole(_ number: Double) -> Int64 {
        Int64(min(max(number.rounded(), -0x1p61), 0x1p61))
    }

    /// Recorded time with the waits cut.
    private func cut(_ at: Int64) -> Int64 {
        var wait = at - last.at
        if let idleLimit {
            wait = min(wait, Self.whole(Self.microseconds(idleLimit)))
        }
        return last.cut + wait
    }
}
