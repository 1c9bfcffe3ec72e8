internal import TimelineKit

/// One pass over a journal, which makes its index. Blocks of lines are checked ahead on idle processors.
struct JournalScan {
    private let segments: [Segment]
    private let parsesAll: Bool
    private let countsActions: Bool
    private let total: Int
    private var order: JournalOrder
    private(set) var index: JournalIndex

    init(_ sequence: SegmentSequence, parsesAll: Bool, countsActions: Bool) {
        segments = sequence.segments
        (self.parsesAll, self.countsActions) = (parsesAll, countsActions)
        total = segments.reduce(0) { $0 + $1.size }
        order = JournalOrder(segments)
        index = JournalIndex(tornSegments: sequence.cutSegments)
    }

    mutating func run(_ progress: (_ done: Int, _ total: Int) -> Void) throws(FileError) {
        try readSegment(after: 0, progress)
        var done = segments[0].size
        while order.hasNextSegment {
            if let damage = order.openNextSegment() { index.add(damage) }
            if segments[order.segment].headerDamage == nil { try readSegment(after: done, progress) }
            done += segments[order.segment].size
        }
        index.checkpoints.sort()
        progress(total, total)
    }

    private mutating func readSegment(
        after done: Int, _ progress: (_ done: Int, _ total: Int) -> Void
    ) throws(FileError) {
        let (hasChecksums, parsesAll, countsActions) = (order.requiresChecksums, parsesAll, countsActions)
        var ahead = ReadAhead(LineBlocks(segments[order.segment].source, windowSize: LineBlocks.aheadSize)) { block in
            CheckedBlock(block, hasChecksums: hasChecksums, parsesAll: parsesAll, countsActions: countsActions)
        }
        var number = 1
        while let checked = try ahead.next() {
            add(checked, &number)
            if checked.block.byte > 0 { progress(done + checked.block.byte, total) }
        }
        if let damage = order.damageAtEndOfSegment { index.add(damage) }
    }

    private mutating func add(_ checked: CheckedBlock, _ number: inout Int) {
        let byte = checked.block.byte
        if checked.block.isTorn {
            if let damage = order.endAtTornLine(number, byte: byte) { index.add(damage) }
            return
        }
        var parsed = checked.parsed.makeIterator()
        var unsound: Set<Int> = []
        for line in checked.lines {
            defer { number += 1 }
            do throws(LineError) {
                let content = line.outline == nil ? try parsed.next()!.get() : nil
                let outline = line.outline ?? content!.outline
                try order.check(outline, number: number)
                let place = Place(segment: order.segment, byte: byte + line.start)
                index.add(outline, content, at: place, line: number, of: segments[order.segment].name)
            } catch {
                order.skip(number: number)
                index.add(order.damage(line: number, byte: byte + line.start + error.byte, error.reason))
                unsound.insert(line.start)
            }
        }
        if let actions = checked.actions {
            index.actionCounts.add(unsound.isEmpty ? actions : checked.actions(without: unsound))
        }
    }
}
