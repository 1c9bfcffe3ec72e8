/// What one pass over a journal tells: counts, and the places to go back to.
///
/// Pure: lines in, facts out. Memory grows by one entry for each snapshot, set and mark, and one for each 256 steps.
package struct JournalIndex: Sendable {
    /// The step that the first snapshot follows: 0, unless what came before was dropped.
    package private(set) var first = 0
    /// The number of the last step.
    package private(set) var last = 0
    /// When the last step was.
    package private(set) var lastAt = Moment.zero
    package private(set) var actions = 0
    package private(set) var sets = 0
    package private(set) var snapshots = 0
    package private(set) var marks: [Mark] = []
    package private(set) var gaps: [Gap] = []
    package private(set) var end: End?
    package private(set) var isTorn = false
    package private(set) var damage: [Damage] = []
    /// Lines of a kind that this version does not know.
    package private(set) var unknown = 0
    /// In the order of their steps.
    package private(set) var checkpoints: [Checkpoint] = []
    /// Some of the steps, to begin a walk at.
    private var steps: [(seq: Int, at: Moment, place: Place)] = []
    private static let spacing = 256
    private var hasBegun = false

    mutating func take(_ line: LocatedLine, segment: Int) {
        let place = line.place(inSegment: segment)
        switch line.content {
        case .header: break
        case .step(let step):
            if case .set = step.change {
                sets += 1
                insert(Checkpoint(seq: step.seq, at: step.at, isSet: true, place: place))
            } else {
                actions += 1
            }
            pass(step.seq, step.at, place)
        case .gap(let gap):
            gaps.append(gap)
            pass(gap.seq, gap.at, place)
            last = gap.through
        case .snapshot(let snapshot):
            snapshots += 1
            if !hasBegun {
                hasBegun = true
                first = snapshot.seq
                last = snapshot.seq
                lastAt = snapshot.at
            }
            // A segment begins with the snapshot that may have ended the one before it.
            if checkpoints.last?.seq != snapshot.seq || checkpoints.last?.isSet == true {
                insert(Checkpoint(seq: snapshot.seq, at: snapshot.at, isSet: false, place: place))
            }
        case .mark(let mark): marks.append(mark)
        case .end(let end): self.end = end
        case .unknown: unknown += 1
        }
    }

    mutating func take(_ damage: Damage) { self.damage.append(damage) }

    mutating func takeTornLine() { isTorn = true }

    private mutating func pass(_ seq: Int, _ at: Moment, _ place: Place) {
        if steps.last.map({ seq >= $0.seq + Self.spacing }) ?? true { steps.append((seq, at, place)) }
        last = seq
        lastAt = at
    }

    /// A snapshot may come late, so the last place is not always its own.
    private mutating func insert(_ checkpoint: Checkpoint) {
        let index = checkpoints.lastIndex { $0.seq <= checkpoint.seq }.map { $0 + 1 } ?? 0
        checkpoints.insert(checkpoint, at: index)
    }

    // MARK: - Places

    /// The last checkpoint at or before step `seq`.
    package func checkpoint(atOrBefore seq: Int) -> Checkpoint? {
        let count = checkpoints.partitioningIndex { $0.seq > seq }
        return count > 0 ? checkpoints[count - 1] : nil
    }

    /// The first checkpoint after step `seq`.
    package func checkpoint(after seq: Int) -> Checkpoint? {
        let count = checkpoints.partitioningIndex { $0.seq > seq }
        return count < checkpoints.count ? checkpoints[count] : nil
    }

    /// The snapshot that was taken just after step `seq`.
    package func snapshot(of seq: Int) -> Checkpoint? {
        var index = checkpoints.partitioningIndex { $0.seq >= seq }
        while index < checkpoints.count, checkpoints[index].seq == seq {
            if !checkpoints[index].isSet { return checkpoints[index] }
            index += 1
        }
        return nil
    }

    /// A place at or before the line of step `seq`, nil where the walk must begin at the start.
    func place(before seq: Int) -> Place? {
        let count = steps.partitioningIndex { $0.seq > seq }
        return count > 0 ? steps[count - 1].place : nil
    }

    /// A place at or before the last step that was at `at` or earlier.
    func place(before at: Moment) -> Place? {
        let count = steps.partitioningIndex { $0.at > at }
        return count > 0 ? steps[count - 1].place : nil
    }
}

extension Array {
    /// The first index whose element, and every one after it, is past the border. Binary search: O(log n).
    fileprivate func partitioningIndex(where isPast: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = low + (high - low) / 2
            if isPast(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
