package import TimelineKit

package struct Checkpoint: Equatable, Sendable {
    package let seq: Int
    package let at: Moment
    package let place: Place
    package let isSet: Bool
    /// Whether later steps come before it in the file.
    let isLate: Bool
}

/// The checkpoints of a journal, or of a stretch of it, in the order of their steps. Lookups are binary searches: O(log n).
package struct Checkpoints: RandomAccessCollection, Sendable {
    private var all: [Checkpoint] = []
    private var last = 0
    private var lastSnapshot: Int?

    mutating func add(_ line: LineOutline, at place: Place) {
        func add(isSet: Bool) {
            all.append(
                Checkpoint(seq: line.seq, at: line.at, place: place, isSet: isSet, isLate: !isSet && line.seq < last))
        }
        if line.kind == .set { add(isSet: true) }
        if line.isStep { last = line.through }
        if line.kind == .snapshot {
            // The first snapshot of a step counts: a segment may begin with the same snapshot that ends the segment before it.
            if lastSnapshot != line.seq { add(isSet: false) }
            lastSnapshot = line.seq
        }
    }

    /// Call this when all lines are added: a snapshot may have come after a state that was set at a later step.
    mutating func sort() { all.sort { ($0.seq, $0.place) < ($1.seq, $1.place) } }

    // MARK: - Lookups

    package var startIndex: Int { 0 }
    package var endIndex: Int { all.count }
    package subscript(index: Int) -> Checkpoint { all[index] }

    package func last(atOrBefore seq: Int) -> Checkpoint? {
        let count = partitioningIndex { $0.seq > seq }
        return count > 0 ? all[count - 1] : nil
    }

    package func first(after seq: Int) -> Checkpoint? {
        let count = partitioningIndex { $0.seq > seq }
        return count < all.count ? all[count] : nil
    }

    /// The last snapshot of a step before `seq` whose line comes before `place`.
    func lastSnapshot(before seq: Int, _ place: Place) -> Checkpoint? {
        all[..<partitioningIndex { $0.seq >= seq }].last { !$0.isSet && $0.place < place }
    }

    package func firstSnapshot(from seq: Int) -> Checkpoint? {
        all[partitioningIndex { $0.seq >= seq }...].first { !$0.isSet }
    }
}
