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
    package private(set) var slow = SlowSteps()
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
    package internal(set) var checkpoints = Checkpoints()
    /// The places of one in `spacing` steps, at which reading can start.
    private var steps: [(seq: Int, place: Place)] = []
    private static let spacing = 256

    init(tornSegments: [Damage]) { self.tornSegments = tornSegments }

    /// - Parameter content: Of a line of any kind that `LineOutline(ofRecorded:)` leaves to the parser.
    mutating func add(_ line: LineOutline, _ content: Line?, at place: Place, line number: Int, of file: String) {
        counts.add(line)
        checkpoints.add(line, at: place)
        switch line.kind {
        case .action, .opaque, .set, .gap: add(step: line, place)
        case .snapshot:
            if snapshots == 1 {
                first = line.seq
                // Steps come before it only if the snapshot that they followed is damaged.
                if first >= last { (last, lastAt) = (first, line.at) }
            }
        case .generated: generated += 1
        case .canceled: canceled += 1
        case .header, .site, .mark, .end, .took, .unknown: break
        }
        switch content {
        case .gap(let gap): gaps.append(gap)
        case .mark(let mark): marks.append(mark)
        case .took(let took): slow.add(took)
        case .end(let end):
            self.end = end
            // Damaged lines are not counted, so after damage a difference in the counts is no further damage.
            guard damageCount == 0, let reason = counts.mismatch(with: end) else { return }
            add(Damage(file: file, line: number, byte: place.byte, reason: "\(reason); \(LineCounts.remedy)"))
        case .unknown(let keys): if !keys.contains("replica") { unknown += 1 }
        default: break
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

    private mutating func add(step: LineOutline, _ place: Place) {
        lastIsSet = step.kind == .set
        if lastIsSet { sets += 1 }
        if step.kind == .opaque { opaque += 1 }
        if steps.last.map({ step.seq >= $0.seq + Self.spacing }) ?? true { steps.append((step.seq, place)) }
        (last, lastAt) = (step.through, step.at)
    }

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

package struct SlowSteps: Sendable {
    /// At most three, the slowest first.
    package private(set) var slowest: [ReducerTime] = []
    /// Of more than 8 and 16 milliseconds: frames of 120 and 60 Hz.
    package private(set) var over8 = 0, over16 = 0

    mutating func add(_ took: ReducerTime) {
        if took.time.microseconds > 8000 { over8 += 1 }
        if took.time.microseconds > 16000 { over16 += 1 }
        let place = slowest.firstIndex { $0.time < took.time } ?? slowest.count
        slowest.insert(took, at: place)
        if slowest.count > 3 { slowest.removeLast() }
    }
}
