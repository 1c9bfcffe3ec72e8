/// Recently requested states and, in a fresh replay, at most 64 evenly spaced checkpoints. Over its limit of bytes, it drops every
/// second checkpoint, and the least recently used requested states except the last two. A bisection over n steps reduces n steps
/// for its first probe; the state at the low end stays cached, so all further probes reduce at most n more.
struct StateCache<State> {
    struct Entry {
        let seq: Int
        let state: State
        let agreedUpTo: Int
        /// The estimated size of the state as JSON.
        let bytes: Int
    }

    private static var countLimit: Int { 64 }
    private let byteLimit: Int

    /// The most recently used last.
    private var requested: [Entry] = []
    private var requestedBytes = 0

    private var checkpoints: [Entry] = []
    private var checkpointBytes = 0
    private let first: Int
    /// The number of steps between two checkpoints; nil without checkpoints.
    private var spacing: Int?

    /// `count`: the steps to space checkpoints over, or 0. `byteLimit`: for requested states, and again for checkpoints.
    init(from first: Int, spacedOver count: Int, byteLimit: Int = 64 << 20) {
        (self.first, self.byteLimit) = (first, byteLimit)
        spacing = count > 0 ? (count - 1) / Self.countLimit + 1 : nil
    }

    /// The last requested state before `seq` counts as used even if a checkpoint is nearer: the next probe of a bisection may need it.
    mutating func state(atOrBefore seq: Int) -> Entry? {
        let checkpoint = checkpoints.last { $0.seq <= seq }
        let index = requested.indices.filter { requested[$0].seq <= seq }.max { requested[$0].seq < requested[$1].seq }
        guard let index else { return checkpoint }
        let found = requested.remove(at: index)
        requested.append(found)
        if let checkpoint, checkpoint.seq > found.seq { return checkpoint }
        return found
    }

    mutating func add(_ state: Entry) {
        if let index = requested.firstIndex(where: { $0.seq == state.seq }) {
            requestedBytes -= requested.remove(at: index).bytes
        }
        requested.append(state)
        requestedBytes += state.bytes
        while requested.count > Self.countLimit || (requestedBytes > byteLimit && requested.count > 2) {
            requestedBytes -= requested.removeFirst().bytes
        }
    }

    // MARK: - Checkpoints

    func checkpoint(after seq: Int) -> Int {
        guard let spacing else { return .max }
        return seq + spacing - (seq - first) % spacing
    }

    mutating func addCheckpointIfDue(_ seq: Int, _ state: @autoclosure () -> Entry) {
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
