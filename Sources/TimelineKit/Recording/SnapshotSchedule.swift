struct SnapshotSchedule {
    static let balancedFloor = 16 << 10
    /// States of up to so many bytes are written after steps 1, 2, 4, 8, and so on, too: a replay that differs shows early.
    static let earlySize = 64 << 10
    /// The dispatching thread encodes a state of up to so many bytes in about the time it takes to wake the queue.
    static let smallSize = 4 << 10

    private let policy: SnapshotPolicy
    private(set) var size = 0
    private var bytesSince = 0
    private var stepsSince = 0
    private var steps = 0
    private var takenAt = Moment.zero
    private var retry = RetryDelay()
    private(set) var isRequired = false
    /// The last step is opaque, and its snapshot is neither on file nor missed.
    private(set) var isStateRequired = false

    init(_ policy: SnapshotPolicy) { self.policy = policy }

    mutating func passed(stepOf bytes: Int, isOpaque: Bool) {
        bytesSince += bytes
        stepsSince += 1
        steps += 1
        if isOpaque { (isRequired, isStateRequired) = (true, true) }
    }

    mutating func passed(bytes: Int) { bytesSince += bytes }

    mutating func require() { isRequired = true }

    func isDue(at now: Moment) -> Bool {
        if isRequired, retry.mayTry(at: now) { return true }
        return switch policy.rule {
        case .balanced:
            bytesSince > max(size, Self.balancedFloor)
                || stepsSince > 0 && size <= Self.earlySize && steps & (steps - 1) == 0
        case .steps(let steps): stepsSince >= steps
        case .seconds(let seconds): now.seconds - takenAt.seconds >= seconds
        }
    }

    /// On the queue, the snapshot of a step would wait for that of the one before it.
    var isOfEachStep: Bool { policy.rule == .steps(1) }
    var isStateSmall: Bool { size <= Self.smallSize && bytesSince <= 2 * Self.balancedFloor }

    mutating func requested(at now: Moment) {
        isRequired = false
        bytesSince = 0
        stepsSince = 0
        takenAt = now
    }

    mutating func written(bytes: Int) {
        retry = RetryDelay()
        size = bytes
    }

    mutating func failed(isRequired: Bool, at now: Moment) {
        guard isRequired else { return }
        self.isRequired = true
        retry.wait(from: now)
    }

    /// The snapshot of the last step is on file or missed.
    mutating func missedState() { isStateRequired = false }

    /// A snapshot of the last step was written that was not requested.
    mutating func confirmed(bytes: Int) {
        size = bytes
        bytesSince = 0
        stepsSince = 0
        (isRequired, isStateRequired) = (false, false)
    }

    var isUpToDate: Bool { stepsSince == 0 && !isRequired }
}
