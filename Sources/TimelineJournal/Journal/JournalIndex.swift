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
    /// Whether the last step is a state that was set from outside.
    private(set) var lastIsSet = false
    package private(set) var actions = 0
    /// How many of the actions could not be encoded.
    package private(set) var opaque = 0
    package private(set) var sets = 0
    package private(set) var snapshots = 0
    package private(set) var marks: [Mark] = []
    package private(set) var gaps: [Gap] = []
    package private(set) var end: End?
    /// The lines that are torn, each the last of its segment.
    package private(set) var tornLines: [Damage] = []
    /// Why the last segments are left out, where they were not begun.
    package private(set) var tornSegments: [Damage] = []
    /// Where more than a line may be missing: the file was packed, and a part of that was cut off.
    package private(set) var cut: Damage?
    /// The place to tell of where one is enough.
    package var torn: Damage? { cut ?? tornLines.first ?? tornSegments.first }
    package var isTorn: Bool { torn != nil }
    package var isCut: Bool { cut != nil }
    /// The first places of damage: a file that is nothing but damage must not fill the memory.
    package private(set) var damage: [Damage] = []
    /// How many places of damage there are in all.
    package private(set) var damageCount = 0
    private static let damageLimit = 1000
    /// Lines of a kind that this version does not know.
    package private(set) var unknown = 0
    /// In the order of their steps, once all lines have been taken.
    package private(set) var checkpoints: [Checkpoint] = []
    /// Some of the steps, to begin a walk at.
    private var steps: [(seq: Int, at: Moment, isGap: Bool, place: Place)] = []
    private static let spacing = 256
    private var hasBegun = false
    /// The step of the last snapshot: they come in the order of their steps.
    private var lastSnapshot: Int?

    mutating func take(_ line: LocatedLine, segment: Int) {
        let place = line.place(inSegment: segment)
        switch line.content {
        case .header: break
        case .step(let step):
            lastIsSet = false
            if case .set = step.change {
                lastIsSet = true
                sets += 1
                checkpoints.append(Checkpoint(seq: step.seq, at: step.at, isSet: true, place: place, isLate: false))
            } else {
                actions += 1
                if case .opaque = step.change { opaque += 1 }
            }
            pass(step.seq, step.at, isGap: false, place)
        case .gap(let gap):
            gaps.append(gap)
            lastIsSet = false
            pass(gap.seq, gap.at, isGap: true, place)
            last = gap.through
        case .snapshot(let snapshot):
            snapshots += 1
            if !hasBegun {
                hasBegun = true
                first = snapshot.seq
                // Steps stand before it only where damage took the snapshot that they followed.
                if snapshot.seq >= last { (last, lastAt) = (snapshot.seq, snapshot.at) }
            }
            // Of the snapshots of a step, the first counts: a segment begins with the one that may have ended that before it.
            if lastSnapshot != snapshot.seq {
                checkpoints.append(
                    Checkpoint(
                        seq: snapshot.seq, at: snapshot.at, isSet: false, place: place, isLate: snapshot.seq < last))
            }
            lastSnapshot = snapshot.seq
        case .mark(let mark): marks.append(mark)
        case .end(let end): self.end = end
        case .unknown: unknown += 1
        }
    }

    mutating func take(_ damage: Damage) {
        damageCount += 1
        if self.damage.count < Self.damageLimit { self.damage.append(damage) }
    }

    mutating func takeTornLine(_ torn: Damage) { tornLines.append(torn) }

    /// They come from the last to the first.
    mutating func takeTornSegment(_ torn: Damage) { tornSegments.insert(torn, at: 0) }

    mutating func takeCut(_ cut: Damage) { self.cut = cut }

    private mutating func pass(_ seq: Int, _ at: Moment, isGap: Bool, _ place: Place) {
        if steps.last.map({ seq >= $0.seq + Self.spacing }) ?? true { steps.append((seq, at, isGap, place)) }
        last = seq
        lastAt = at
    }

    /// All lines have been taken. A snapshot may have come late, after a state that was set at a later step.
    mutating func finish() {
        checkpoints.sort { ($0.seq, $0.place.segment, $0.place.line) < ($1.seq, $1.place.segment, $1.place.line) }
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

    /// The first snapshot of step `seq` or a later one.
    func snapshot(from seq: Int) -> Checkpoint? {
        checkpoints[checkpoints.partitioningIndex { $0.seq >= seq }...].first { !$0.isSet }
    }

    /// A place at or before the line of step `seq`, nil where the walk must begin at the start.
    func place(before seq: Int) -> Place? {
        let count = steps.partitioningIndex { $0.seq > seq }
        return count > 0 ? steps[count - 1].place : nil
    }

    /// A place at or before the last step that was at `at` or earlier.
    func place(before at: Moment) -> Place? {
        // A walk that begins at a gap would not come by the step before it.
        steps[..<steps.partitioningIndex { $0.at > at }].last { !$0.isGap }?.place
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
