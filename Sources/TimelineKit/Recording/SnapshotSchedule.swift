internal import TimelineJournal

/// Decides when a snapshot is due. Pure: what was written goes in, yes or no comes out.
struct SnapshotSchedule {
    private let policy: SnapshotPolicy
    /// The size of the last snapshot's line.
    private var size = 0
    private var bytesSince = 0
    private var stepsSince = 0
    private var takenAt = Moment.zero
    /// A snapshot is being encoded: another must wait, so that each comes before the next.
    private(set) var isUnderway = false
    /// A step could not be written as it was: only a snapshot tells what it did.
    private var isOwed = false
    /// The snapshot that is being encoded is one that was owed.
    private var isDebtUnderway = false

    init(_ policy: SnapshotPolicy) { self.policy = policy }

    mutating func passed(stepOf bytes: Int, isOpaque: Bool) {
        bytesSince += bytes
        stepsSince += 1
        if isOpaque { isOwed = true }
    }

    func isDue(at now: Moment) -> Bool {
        if isUnderway { return false }
        if isOwed { return true }
        return switch policy.rule {
        case .balanced: bytesSince > size
        case .steps(let steps): stepsSince >= steps
        case .seconds(let seconds): now.seconds - takenAt.seconds >= seconds
        }
    }

    /// The state was handed over to be encoded.
    mutating func handedOver(at now: Moment) {
        isUnderway = true
        isDebtUnderway = isOwed
        isOwed = false
        bytesSince = 0
        stepsSince = 0
        takenAt = now
    }

    /// The snapshot is on file; nil where it could not be written. One that was owed is still owed then.
    mutating func written(bytes: Int?) {
        isUnderway = false
        if let bytes { size = bytes } else if isDebtUnderway { isOwed = true }
        isDebtUnderway = false
    }

    /// A snapshot of the last step is on file that was not handed over before.
    mutating func confirmed(bytes: Int) {
        size = bytes
        bytesSince = 0
        stepsSince = 0
        isOwed = false
    }

    /// Whether a snapshot of the last step is on file or on its way.
    var isUpToDate: Bool { stepsSince == 0 && !isOwed }
}
