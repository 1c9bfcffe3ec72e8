package import TimelineKit
package import TimelineReplay

/// Walks backwards, in stretches that begin at recorded states: at most twice the steps after the last requested change are replayed.
/// A step that cannot be reduced again is never named: the state before it may come from replay.
package struct PathHistory<Source: StateSource> {
    package private(set) var source: Source
    private let query: CachedQuery<Source.State, [JSONPath.Node]>
    private let from, through: Int
    private var lowest: Int

    package private(set) var unknown = RangeSet<Int>()
    package private(set) var evidence: BisectAnswer.Evidence?
    /// Of replay and recording. It ends a walk backwards.
    package private(set) var divergence: BisectDivergence?

    /// The largest number of steps in a stretch, unless recorded states are further apart.
    package static var stretchLimit: Int { 1 << 16 }

    private let valueLimit: Int

    package init(_ source: Source, _ path: StatePath, in range: ClosedRange<Int>, valueLimit: Int = 1 << 24) {
        (self.valueLimit, self.source, query) = (valueLimit, source, CachedQuery(path))
        from = max(source.journal.first + 1, range.lowerBound)
        through = range.upperBound
        lowest = through + 1
    }

    package var states: Int { through + 1 - lowest }
    package var steps: Int { max(0, through + 1 - from) }
    package var unseenPaths: [String] { query.unseenPaths }

    package mutating func visitBackwards(
        stretch: Int, progress: (_ states: Int) throws -> Void = { _ in }, _ visit: (PathChange) throws -> Bool
    ) throws {
        do {
            var length = stretch
            var longest = max(stretch, Self.stretchLimit)
            var upper = through
            var isRepeated = false
            while upper >= from {
                let lower = try start(atOrBefore: max(from - 1, upper - length), isRepeated: isRepeated)
                let (changes, lastDropped) = try changes(in: lower...upper, progress)
                for change in changes.reversed() {
                    guard try visit(change) else {
                        lowest = change.steps.lowerBound - 1
                        unknown.remove(contentsOf: 0..<change.steps.upperBound + 1)
                        return
                    }
                }
                if let lastDropped {
                    (longest, length) = (upper - lastDropped, upper - lastDropped)
                    upper = lastDropped
                    isRepeated = true
                } else {
                    length = min(max(length, through - lower), longest)
                    upper = lower
                }
            }
        } catch let found as BisectDivergence { divergence = found }
    }

    /// As many of the last as have values that fit in the limit, and at least one: those up to `lastDropped` are not held.
    private mutating func changes(
        in stretch: ClosedRange<Int>, _ progress: (_ states: Int) throws -> Void
    ) throws -> (held: [PathChange], lastDropped: Int?) {
        var held: [(steps: ClosedRange<Int>, places: [PathChange.Place], bytes: Int)] = []
        var (bytes, lastDropped) = (0, Int?.none)
        let limit = valueLimit
        try walk(stretch, progress) { steps, places in
            let size = places.reduce(0) { $0 + ($1.before?.text.count ?? 0) + ($1.after?.text.count ?? 0) }
            held.append((steps, places, size))
            bytes += size
            guard bytes > limit else { return }
            // Half of them are dropped at once, so that each is moved once at most on average.
            var count = 0
            while bytes > limit / 2, count < held.count - 1 {
                bytes -= held[count].bytes
                count += 1
            }
            guard count > 0 else { return }
            lastDropped = held[count - 1].steps.upperBound
            held.removeFirst(count)
        }
        var lines = StepLines(source.journal)
        let changes = try held.map {
            PathChange(steps: $0.steps, line: try line(of: $0.steps, &lines), places: $0.places)
        }
        return (changes, lastDropped)
    }

    /// In order, with steps that cannot be named. Several if the states between them are unknown.
    package mutating func changedSteps(
        progress: (_ states: Int) throws -> Void = { _ in }
    ) throws -> [ClosedRange<Int>] {
        if through < from { return [] }
        var found: [ClosedRange<Int>] = []
        let first = try start(atOrBefore: from - 1, isRepeated: false)
        try walk(first...through, progress) { steps, _ in found.append(steps) }
        return found
    }

    private mutating func start(atOrBefore seq: Int, isRepeated: Bool) throws -> Int {
        // A fresh replay reduces all steps before it anyway.
        source.skipped != nil && !isRepeated ? source.journal.first : try source.start(atOrBefore: seq)
    }

    private mutating func walk(
        _ stretch: ClosedRange<Int>, _ progress: (_ states: Int) throws -> Void,
        _ visit: (_ steps: ClosedRange<Int>, _ places: [PathChange.Place]) -> Void
    ) throws {
        var known = stretch.lowerBound
        var unknown = RangeSet<Int>()
        let (from, query, before) = (from, query, through - stretch.upperBound)
        let lowest = max(stretch.lowerBound, from - 1)
        query.reset()
        try source.walk(stretch) { seq, state in
            let places = try query.changes(to: state)
            if !places.isEmpty, seq >= from { visit(known + 1...seq, places) }
            known = seq
            if seq % 64 == 0 { try progress(before + seq - stretch.lowerBound) }
            return true
        } unknown: { positions in
            if positions.upperBound >= lowest {
                unknown.insert(contentsOf: max(positions.lowerBound, lowest)..<positions.upperBound + 1)
            }
            return true
        }
        self.lowest = lowest
        self.unknown.formUnion(unknown)
        if evidence == nil { evidence = try source.evidence(afterWalking: stretch.lowerBound...known) }
    }

    private func line(of steps: ClosedRange<Int>, _ lines: inout StepLines) throws(JournalError) -> LocatedLine? {
        guard steps.count == 1, let line = try lines.line(of: steps.lowerBound), case .step(let step) = line.content,
            step.isReplayable(in: source.journal.header)
        else { return nil }
        return line
    }
}

extension Step {
    /// So that the states before and after it show what it did.
    package func isReplayable(in header: Header) -> Bool {
        switch change {
        case .set: true
        case .opaque: false
        // In the log of a replica, changes of other replicas come between the steps.
        case .action: !header.isReplicaLog
        }
    }
}
