internal import TimelineJournal

/// The lines of a timeline as they are handed out, a piece at a time.
struct TimelineLines {
    private var lines: JournalLines
    /// The numbers of the steps that are wanted; nil for the whole timeline.
    private let steps: ClosedRange<Int>?
    private var isFirst = true
    private var isOver = false
    private let header: [UInt8]

    /// A whole timeline, as one file: of all the headers of its segments, the first alone.
    init(all journal: Journal) {
        lines = journal.lines()
        steps = nil
        header = LineWriter.header(journal.header)
    }

    /// A header, then the steps and gaps of a range.
    init(_ journal: Journal, from: Int, through: Int) {
        lines = journal.lines(fromStep: max(from, journal.index.first))
        steps = from <= through ? from...through : 0...0
        header = LineWriter.header(journal.header)
    }

    /// The next lines, of about so many bytes; nil at the end.
    mutating func next(bytes limit: Int) throws(JournalError) -> [UInt8]? {
        var piece: [UInt8] = []
        if isFirst {
            isFirst = false
            piece = header
        }
        while !isOver, piece.count < limit {
            guard let line = try lines.next() else {
                isOver = true
                break
            }
            guard isWanted(line.content) else { continue }
            piece += line.bytes
            piece.append(UInt8(ascii: "\n"))
        }
        return piece.isEmpty ? nil : piece
    }

    private mutating func isWanted(_ line: Line) -> Bool {
        if case .header = line { return false }
        guard let steps else { return true }
        switch line {
        case .step(let step):
            isOver = isOver || step.seq >= steps.upperBound
            return steps.contains(step.seq)
        case .gap(let gap): return gap.seq <= steps.upperBound && gap.through >= steps.lowerBound
        default: return false
        }
    }
}
