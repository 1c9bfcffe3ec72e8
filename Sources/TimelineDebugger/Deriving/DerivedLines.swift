internal import TimelineKit
internal import TimelineReplay

struct DerivedLines {
    private let edits: TimelineEdits
    private let numbering: StepNumbering
    private let migrations: MigrationPath?
    private let file: String
    private let first: Int
    /// The positions after which changes are still to be inserted, the first one last.
    private var pending: [Int]
    private var missing: RangeSet<Int>
    private var seq: Int
    private var at = Moment.zero
    /// The next recorded state from this position on is needed.
    private var owed: Int?
    private var isSkipped = false
    private var counts = (actions: 0, snapshots: 0)
    private(set) var orphans: [(seq: Int, cause: Int)] = []
    private(set) var restored: Int?

    init(_ edits: TimelineEdits, _ numbering: StepNumbering, _ migrations: MigrationPath?, in journal: Journal) {
        (self.edits, self.migrations, self.numbering) = (edits, migrations, numbering)
        file = journal.name
        first = journal.first
        seq = journal.first
        pending = edits.inserted.keys.sorted(by: >)
        missing = edits.skipped
        for seq in edits.replaced.keys { missing.insert(contentsOf: seq..<seq + 1) }
    }

    mutating func begin(_ checkpoint: Checkpoint, _ state: JSONText) -> [UInt8] {
        at = checkpoint.at
        counts.snapshots += 1
        return LineWriter.line(.snapshot(Snapshot(seq: first, at: at, state: migrations?.state(state) ?? state)))
    }

    mutating func take(_ line: Line) throws(DerivedTimeline.EditError) -> [UInt8] {
        switch line {
        case .step(let step) where step.seq > seq: return insertions(before: step.seq) + take(step)
        case .gap(let gap) where gap.seq > seq: return insertions(before: gap.seq) + (try take(gap))
        case .snapshot(let snapshot): return take(snapshot)
        case .generated(let value) where value.seq == seq && !isSkipped && edits.replaced[seq] == nil:
            return LineWriter.line(.generated(edited(value, \.seq)))
        case .took(let took) where took.seq == seq && !isSkipped && edits.replaced[seq] == nil:
            return LineWriter.line(.took(edited(took, \.seq)))
        case .mark(let mark) where mark.seq == seq: return LineWriter.line(.mark(edited(mark, \.seq)))
        case .site(let site) where site.seq == seq: return LineWriter.line(.site(edited(site, \.seq)))
        case .canceled(let canceled) where canceled.seq == seq && !edits.skipped.contains(canceled.step):
            return LineWriter.line(.canceled(edited(canceled, \.seq, \.step)))
        default: return []
        }
    }

    mutating func finish(at last: Int, hasEnd: Bool) throws(DerivedTimeline.EditError) -> [UInt8] {
        var lines = insertions(before: last + 1)
        if hasEnd {
            let end = numbering.edited(last) + (edits.inserted[last]?.count ?? 0)
            lines += LineWriter.line(.end(End(seq: end, at: at, actions: counts.actions, snapshots: counts.snapshots)))
        }
        if let seq = missing.ranges.first?.lowerBound { throw .init(step: seq, file: file) }
        if let after = pending.last { throw .init(step: after, file: file) }
        return lines
    }

    private mutating func take(_ step: Step) -> [UInt8] {
        (seq, at) = (step.seq, step.at)
        isSkipped = edits.skipped.contains(seq)
        missing.remove(contentsOf: seq..<seq + 1)
        if isSkipped { return [] }
        let change = edits.replaced[seq].map { Step.Change.action($0) } ?? migrated(step.change)
        switch change {
        case .opaque: owed = seq
        case .set: owed = nil
        case .action: counts.actions += 1
        }
        var cause = step.cause
        if let recorded = cause, edits.skipped.contains(recorded) {
            orphans.append((seq, recorded))
            cause = nil
        }
        let number = numbering.edited(seq)
        let copy = Step(
            seq: number, at: at, change: change, from: step.from, cause: cause.map { numbering.edited($0) },
            site: step.site)
        return LineWriter.step(copy, adding: number == seq ? [] : [.init(key: "recorded", value: .int(seq))])
    }

    private func migrated(_ change: Step.Change) -> Step.Change {
        guard let migrations else { return change }
        return switch change {
        case .action(let text): .action(migrations.action(text))
        case .set(let text, let by): .set(migrations.state(text), by: by)
        case .opaque: change
        }
    }

    private mutating func take(_ gap: Gap) throws(DerivedTimeline.EditError) -> [UInt8] {
        let steps = gap.seq..<gap.through + 1
        let range = RangeSet(steps)
        (seq, at) = (gap.through, gap.at)
        isSkipped = edits.skipped.isSuperset(of: range)
        if isSkipped {
            missing.remove(contentsOf: steps)
            return []
        }
        if let edited = missing.intersection(range).ranges.first?.lowerBound
            ?? pending.first(where: { steps.dropLast().contains($0) })
        {
            throw .init(step: edited, file: file)
        }
        owed = gap.through
        return LineWriter.line(.gap(edited(gap, \.seq, \.through)))
    }

    private mutating func take(_ snapshot: Snapshot) -> [UInt8] {
        let isOwed = owed.map { snapshot.seq >= $0 } ?? false
        guard snapshot.seq > first, isOwed || snapshot.seq <= edits.lastUnchanged ?? .max else { return [] }
        if isOwed {
            owed = nil
            if restored == nil, snapshot.seq > edits.lastUnchanged ?? .max { restored = snapshot.seq }
        }
        counts.snapshots += 1
        let state = migrations?.state(snapshot.state) ?? snapshot.state
        return LineWriter.line(.snapshot(Snapshot(seq: numbering.edited(snapshot.seq), at: snapshot.at, state: state)))
    }

    private func edited<Content>(_ line: Content, _ numbers: WritableKeyPath<Content, Int>...) -> Content {
        var line = line
        for number in numbers { line[keyPath: number] = numbering.edited(line[keyPath: number]) }
        return line
    }

    private mutating func insertions(before next: Int) -> [UInt8] {
        var lines: [UInt8] = []
        while let after = pending.last, after < next {
            pending.removeLast()
            let start = numbering.edited(after) + 1
            for (index, change) in (edits.inserted[after] ?? []).enumerated() {
                var from: String?
                if case .action = change { (counts.actions, from) = (counts.actions + 1, "inserted") }
                lines += LineWriter.step(Step(seq: start + index, at: at, change: change, from: from))
            }
        }
        return lines
    }
}
