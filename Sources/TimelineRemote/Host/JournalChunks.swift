internal import TimelineKit
internal import TimelineReplay

struct JournalChunks {
    private var lines: JournalReader
    private let steps: ClosedRange<Int>?
    private var header: [UInt8]?
    private var isAtEnd = false

    init(_ journal: Journal, from: Int?, through: Int?) throws(JournalError) {
        header = LineWriter.header(journal.header)
        guard from != nil || through != nil else {
            lines = journal.lines()
            steps = nil
            return
        }
        let (from, through) = (from ?? 0, through ?? .max)
        lines = try journal.lines(fromStep: max(from, journal.first))
        steps = from <= through ? from...through : 0...0
    }

    mutating func next(bytes limit: Int) throws(JournalError) -> [UInt8]? {
        var chunk = header.take() ?? []
        while !isAtEnd, chunk.count < limit {
            guard let line = try lines.next() else {
                isAtEnd = true
                break
            }
            guard isIncluded(line.content) else { continue }
            chunk += line.bytes
            chunk.append(UInt8(ascii: "\n"))
        }
        return chunk.isEmpty ? nil : chunk
    }

    private mutating func isIncluded(_ line: Line) -> Bool {
        if case .header = line { return false }
        guard let steps else { return true }
        switch line {
        case .step(let step):
            isAtEnd = isAtEnd || step.seq >= steps.upperBound
            return steps.contains(step.seq)
        case .gap(let gap): return gap.seq <= steps.upperBound && gap.through >= steps.lowerBound
        default: return false
        }
    }
}
