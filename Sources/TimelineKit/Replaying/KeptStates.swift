/// States that a replay can start from again, in bounded memory.
///
/// It keeps the states that were asked for last. A fresh replay, which has no recorded snapshots to start from, also leaves
/// checkpoints: at most 64, evenly spaced over the timeline, filled in by the first pass. Each kind takes at most 64 MiB,
/// measured by the size of the recorded states. Over that, every second checkpoint is dropped, and of the states that were
/// asked for those that were used least recently, except the last two.
///
/// **Cost.** A bisection of n steps reduces n of them to reach its far end. The state at its near end is always kept, or is
/// the first, so each further probe reduces at most half of what is left: n in all, even where no more than two states
/// fit. With 64 checkpoints it is about a tenth of n.
struct KeptStates<State> {
    struct Kept {
        let seq: Int
        let state: State
        let agreedUpTo: Int
        /// The size of the state as JSON, as far as that is known.
        let bytes: Int
    }

    private static var countLimit: Int { 64 }
    private let byteLimit: Int

    /// The states that were asked for, the most recently used last.
    private var asked: [Kept] = []
    private var askedBytes = 0

    /// The checkpoints, by their step.
    private var checkpoints: [Kept] = []
    private var checkpointBytes = 0
    private let first: Int
    /// How many steps lie between two checkpoints; nil where none are left.
    private var spacing: Int?

    /// - Parameters:
    ///   - first: The first position.
    ///   - count: How many steps to space checkpoints over; 0 leaves none.
    ///   - byteLimit: How many bytes each kind of state may take.
    init(from first: Int, spacedOver count: Int, byteLimit: Int = 64 << 20) {
        self.first = first
        self.byteLimit = byteLimit
        spacing = count > 0 ? (count - 1) / Self.countLimit + 1 : nil
    }

    /// The last state at or before step `seq`.
    ///
    /// Of those that were asked for, the last before `seq` counts as used even where a checkpoint is nearer: the next probe
    /// of a bisection may need it again.
    mutating func state(atOrBefore seq: Int) -> Kept? {
        let checkpoint = checkpoints.last { $0.seq <= seq }
        let index = asked.indices.filter { asked[$0].seq <= seq }.max { asked[$0].seq < asked[$1].seq }
        guard let index else { return checkpoint }
        let found = asked.remove(at: index)
        asked.append(found)
        if let checkpoint, checkpoint.seq > found.seq { return checkpoint }
        return found
    }

    /// Keeps a state that was asked for.
    mutating func keep(_ state: Kept) {
        if let index = asked.firstIndex(where: { $0.seq == state.seq }) {
            askedBytes -= asked.remove(at: index).bytes
        }
        asked.append(state)
        askedBytes += state.bytes
        while asked.count > Self.countLimit || (askedBytes > byteLimit && asked.count > 2) {
            askedBytes -= asked.removeFirst().bytes
        }
    }

    // MARK: - Checkpoints

    /// The position of the next checkpoint after step `seq`.
    func checkpoint(after seq: Int) -> Int {
        guard let spacing else { return .max }
        return seq + spacing - (seq - first) % spacing
    }

    /// Leaves a checkpoint at step `seq`, where one belongs and none is.
    mutating func pass(_ seq: Int, _ state: @autoclosure () -> Kept) {
        guard let spacing, (seq - first) % spacing == 0 else { return }
        let index = checkpoints.firstIndex { $0.seq >= seq } ?? checkpoints.endIndex
        if index < checkpoints.endIndex, checkpoints[index].seq == seq { return }
        let state = state()
        checkpoints.insert(state, at: index)
        checkpointBytes += state.bytes
        while checkpointBytes > byteLimit, checkpoints.count > 1 { thinOut(2 * (self.spacing ?? spacing)) }
    }

    private mutating func thinOut(_ spacing: Int) {
        self.spacing = spacing
        checkpoints.removeAll { ($0.seq - first) % spacing != 0 }
        checkpointBytes = checkpoints.reduce(0) { $0 + $1.bytes }
    }
}
