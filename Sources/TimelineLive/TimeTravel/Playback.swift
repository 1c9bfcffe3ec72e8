/// Takes the time of any clock, and recorded times in microseconds and in order. Due times count from the last change of speed or
/// pause, so that errors do not accumulate.
package struct Playback: Sendable {
    package private(set) var speed: Double
    /// In recorded time.
    package let idleLimit: Duration?
    package private(set) var isPaused = false

    /// The clock time at which `anchorTime` was due.
    private var anchor: Duration
    /// A recorded time with cut intervals, in microseconds.
    private var anchorTime: Int64 = 0
    /// The recorded time of the last shown step, and the same with cut intervals.
    private var last: (at: Int64, cut: Int64)

    package init(speed: Double = 1, idleLimit: Duration? = nil, from start: Int64 = 0, now: Duration) {
        precondition(speed > 0 && speed.isFinite, "the speed \(speed) is not a number above 0")
        (self.speed, self.idleLimit) = (speed, idleLimit)
        anchor = now
        last = (start, 0)
    }

    package func due(_ at: Int64) -> Duration? {
        if isPaused { return nil }
        return anchor + .nanoseconds(Self.whole(Double(cut(at) - anchorTime) * 1000 / speed))
    }

    package mutating func shown(_ at: Int64) { last = (at, cut(at)) }

    package mutating func jumped(to at: Int64, now: Duration) {
        last = (at, last.cut)
        anchor = now
        anchorTime = last.cut
    }

    package mutating func pause(now: Duration) {
        if !isPaused { moveAnchor(to: now) }
        isPaused = true
    }

    package mutating func resume(now: Duration) {
        if isPaused { anchor = now }
        isPaused = false
    }

    package mutating func change(speed: Double, now: Duration) {
        if !isPaused { moveAnchor(to: now) }
        self.speed = speed
    }

    private mutating func moveAnchor(to now: Duration) {
        anchorTime = Self.whole(Double(anchorTime) + (now - anchor) / .microseconds(1) * speed)
        anchor = now
    }

    /// Clamped so that additions cannot overflow: a file may hold any time.
    private static func whole(_ number: Double) -> Int64 { Int64(min(max(number.rounded(), -0x1p61), 0x1p61)) }

    private func cut(_ at: Int64) -> Int64 {
        let wait = min(at - last.at, idleLimit.map { Self.whole($0 / .microseconds(1)) } ?? .max)
        return Self.whole(Double(last.cut) + Double(wait))
    }
}
