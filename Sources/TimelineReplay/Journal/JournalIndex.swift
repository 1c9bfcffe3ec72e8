package import TimelineKit

/// The result of one pass over a journal. One entry in memory for each snapshot, set, gap and mark, and for each 256 steps.
package struct JournalIndex: Sendable {
    package private(set) var first = 0
    package private(set) var last = 0
    package private(set) var lastAt = Moment.zero
    private(set) var lastIsSet = false
    private var counts = LineCounts()
    package var actions: Int { counts.actions }
    package internal(set) var actionCounts = ActionCounts()
    package var snapshots: Int { counts.snapshots }
    package private(set) var opaque = 0
    package private(set) var sets = 0
    package private(set) var generated = 0
    package private(set) var canceled = 0
    package private(set) var marks: [Mark] = []
    package private(set) var gaps: [Gap] = []
    package private(set) var end: End?
    package private(set) var tornLines: [Damage] = []
    package let tornSegments: [Damage]
    package private(set) var cut: Damage?
    package var torn: Damage? { cut ?? tornLines.first ?? tornSegments.first }
    package var isTorn: Bool { torn != nil }
    package var isCut: Bool { cut != nil }
    /// The first places of damage, at most `damageLimit`, so that the memory for a heavily damaged file is bounded.
    package private(set) var damage: [Damage] = []
    package private(set) var damageCount = 0
    private static let damageLimit = 1000
    package private(set) var unknown = 0
    package private(set) var checkpoints = Checkpoints()
    /// The places of one in `spacing` steps, at which reading can start.
    private var steps: [(seq: Int, place: Place)] = []
    private static let spacing = 256
    private var hasFirstSnapshot = false

    init(tornSegments: [Damage]) { self.tornSegments = tornSegments }

    mutating func add(_ line: LineOutline, at place: Place, line number: Int, of file: String) {
        counts.add(line)
        checkpoints.add(line, at: place)
        switch line {
        case .header, .site: break
        case .step(let seq, let at, let kind):
            lastIsSet = kind == .set
            if lastIsSet { sets += 1 }
            if kind == .opaque { opaque += 1 }
            add(seq, at, place)
        case .gap(let gap):
            gaps.append(gap)
            lastIsSet = false
            add(gap.seq, gap.at, place)
            last = gap.through
        case .snapshot(let seq, let at):
            if !hasFirstSnapshot {
                hasFirstSnapshot = true
                first = seq
                // Steps come before it only if the snapshot that they followed is damaged.
                if seq >= last { (last, lastAt) = (seq, at) }
            }
        case .generated: generated += 1
        case .canceled: canceled += 1
        case .mark(let mark): marks.append(mark)
        case .end(let end):
            self.end = end
            // Damaged lines are not counted, so after damage a difference in the counts is no further damage.
            guard damageCount == 0, let reason = counts.mismatch(with: end) else { return }
            add(Damage(file: file, line: number, byte: place.byte, reason: "\(reason); \(LineCounts.remedy)"))
        case .unknown(let keys): if !keys.contains("replica") { unknown += 1 }
        }
    }

    mutating func add(_ damage: Damage) {
        switch damage.kind {
        case .torn: tornLines.append(damage)
        case .cut: cut = damage
        case .line, .missing:
            damageCount += 1
            if self.damage.count < Self.damageLimit { self.damage.append(damage) }
        }
    }

    private mutating func add(_ seq: Int, _ at: Moment, _ place: Place) {
        if steps.last.map({ seq >= $0.seq + Self.spacing }) ?? true { steps.append((seq, place)) }
        last = seq
        lastAt = at
    }

    mutating func finish() { checkpoints.sort() }

    /// A place at or before the line of step `seq`; nil for the start.
    func place(before seq: Int) -> Place? {
        let count = steps.partitioningIndex { $0.seq > seq }
        return count > 0 ? steps[count - 1].place : nil
    }

    /// The place of a snapshot before the line of step `seq`; nil for the start.
    func snapshotPlace(beforeStep seq: Int) -> Place? {
        place(before: seq).flatMap { checkpoints.lastSnapshot(before: seq, $0)?.place }
    }
}
