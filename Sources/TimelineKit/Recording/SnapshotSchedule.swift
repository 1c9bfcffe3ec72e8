internal import TimelineJournal

/// Decides when a snapshot is due. Pure: what was written goes in, yes or no comes out.
struct SnapshotSchedule {
    private let policy: SnapshotPolicy
    /// The size of the last snapshot's line.
    private(set) var size = 0
    private var bytesSince = 0
    private var stepsSince = 0
    private var takenAt = Moment.zero
    /// How many states were handed over and are not on file yet. Until they are, the policy asks for no other.
    private var underway = 0
    /// A step could not be written as it was: only a snapshot shows what it did.
    private(set) var isOwed = false
    /// The last step is such a one, and its state was not handed over.
    private(set) var isStateOwed = false

    init(_ policy: SnapshotPolicy) { self.policy = policy }

    mutating func passed(stepOf bytes: Int, isOpaque: Bool) {
        bytesSince += bytes
        stepsSince += 1
        if isOpaque { (isOwed, isStateOwed) = (true, true) }
    }

    func isDue(at now: Moment) -> Bool {
        if isOwed { return true }
        if underway > 0 { return false }
        return switch policy.rule {
        case .balanced: bytesSince > size
        case .steps(let steps): stepsSince >= steps
        case .seconds(let seconds): now.seconds - takenAt.seconds >= seconds
        }
    }

    /// The state was handed over to be encoded.
    mutating func handedOver(at now: Moment) {
        underway += 1
        (isOwed, isStateOwed) = (false, false)
        bytesSince = 0
        stepsSince = 0
        takenAt = now
    }

    /// The first snapshot of those that were handed over is on file.
    mutating func written(bytes: Int) {
        underway = max(0, underway - 1)
        size = bytes
    }

    /// It could not be written.
    ///
    /// - Parameter isOwed: Whether another must be taken in its place.
    mutating func failed(isOwed: Bool) {
        underway = max(0, underway - 1)
        if isOwed { self.isOwed = true }
    }

    /// The state after the last step cannot be handed over any more. Another snapshot is owed still.
    mutating func missedState() { isStateOwed = false }

    /// A snapshot of the last step is on file that was not handed over before.
    mutating func confirmed(bytes: Int) {
        size = bytes
        bytesSince = 0
        stepsSince = 0
        (isOwed, isStateOwed) = (false, false)
    }

    /// Whether a snapshot of the last step is on file or on its way.
    var isUpToDate: Bool { stepsSince == 0 && !isOwed }
}
