/// A line with the whole state: a snapshot, or a state that was set.
///
/// Packed, since a timeline of ten million steps has a million of these: its place takes 16 bytes with both flags.
package struct Checkpoint: Equatable, Sendable {
    private static let lineBits = 40
    private static let lineMask: UInt64 = (1 << 40) - 1
    private static let setFlag: UInt64 = 1 << 63
    private static let lateFlag: UInt64 = 1 << 62

    /// The step that the state follows.
    package let seq: Int
    package let at: Moment
    /// The segment, and in the lower 40 bits the line; all ones for an unknown line.
    private let segmentAndLine: UInt64
    /// The byte, and the flags in the upper two bits.
    private let byteAndFlags: UInt64

    init(seq: Int, at: Moment, isSet: Bool, place: Place, isLate: Bool) {
        precondition(place.segment < 1 << 24 && place.line < Self.lineMask, "no timeline is as long as \(place)")
        self.seq = seq
        self.at = at
        let line = place.line == Place.unknownLine ? Self.lineMask : UInt64(place.line)
        segmentAndLine = UInt64(place.segment) << Self.lineBits | line
        byteAndFlags = UInt64(place.byte) | (isSet ? Self.setFlag : 0) | (isLate ? Self.lateFlag : 0)
    }

    package var isSet: Bool { byteAndFlags & Self.setFlag != 0 }

    /// Whether later steps come before it in the file.
    var isLate: Bool { byteAndFlags & Self.lateFlag != 0 }

    package var place: Place {
        let line = segmentAndLine & Self.lineMask
        return Place(
            segment: Int(segmentAndLine >> Self.lineBits), line: line == Self.lineMask ? Place.unknownLine : Int(line),
            byte: Int(byteAndFlags & ~(Self.setFlag | Self.lateFlag)))
    }
}

/// The checkpoints of a journal, or of a stretch of it, in the order of their steps. Lookups are binary searches: O(log n).
package struct Checkpoints: RandomAccessCollection, Sendable {
    private var all: [Checkpoint] = []
    /// The last step so far.
    private var last = 0
    /// The step of the last snapshot so far: they come in the order of their steps.
    private var lastSnapshot: Int?

    // MARK: - Adding lines, in the order of the journal

    mutating func addSet(_ seq: Int, _ at: Moment, _ place: Place) {
        all.append(Checkpoint(seq: seq, at: at, isSet: true, place: place, isLate: false))
        last = seq
    }

    /// An action, or a gap through step `seq`.
    mutating func addStep(_ seq: Int) { last = seq }

    mutating func addSnapshot(_ seq: Int, _ at: Moment, _ place: Place) {
        // The first snapshot of a step counts: a segment begins with the one that may have ended the segment before it.
        if lastSnapshot != seq {
            all.append(Checkpoint(seq: seq, at: at, isSet: false, place: place, isLate: seq < last))
        }
        lastSnapshot = seq
    }

    /// Call this when all lines are added: a snapshot may have come after a state that was set at a later step.
    mutating func sort() {
        all.sort { ($0.seq, $0.place.segment, $0.place.byte) < ($1.seq, $1.place.segment, $1.place.byte) }
    }

    // MARK: - Lookups

    package var startIndex: Int { 0 }
    package var endIndex: Int { all.count }
    package subscript(index: Int) -> Checkpoint { all[index] }

    /// The last checkpoint at or before step `seq`.
    package func last(atOrBefore seq: Int) -> Checkpoint? {
        let count = partitioningIndex { $0.seq > seq }
        return count > 0 ? all[count - 1] : nil
    }

    /// The first checkpoint after step `seq`.
    package func first(after seq: Int) -> Checkpoint? {
        let count = partitioningIndex { $0.seq > seq }
        return count < all.count ? all[count] : nil
    }

    /// The first snapshot of step `seq` or a later one.
    package func firstSnapshot(from seq: Int) -> Checkpoint? {
        all[partitioningIndex { $0.seq >= seq }...].first { !$0.isSet }
    }
}

extension RandomAccessCollection where Index == Int {
    /// The first index whose element, and every later one, satisfies `isPast`. O(log n).
    package func partitioningIndex(where isPast: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if isPast(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
