package import TimelineJSON
package import TimelineJournal
package import TimelineQuerying

/// The data of a page, collected while the states of a timeline are visited in order: the table of steps, and chunks of actions
/// and patches, each compressed.
///
/// Memory is proportional to the compressed data and to the table of steps.
package struct PageData {
    /// A part of the data, with the id of its element in the page.
    struct Element {
        let id: String
        /// Compressed with raw DEFLATE (RFC 1951).
        let data: [UInt8]
    }

    private let journal: any ReplayableJournal
    private let range: ClosedRange<Int>
    private let compress: ([UInt8]) -> [UInt8]
    private var lines: JournalReader
    /// The next row; nil at the end.
    private var upcoming: PageRow?
    private var columns = PageColumns()
    private var chunks: PageChunks
    private var marks: [Mark] = []
    private var snapshots: [Int] = []
    /// The last position, and its state if that is known.
    private var position: (seq: Int, state: JSONText?)

    /// - Parameters:
    ///   - range: The positions of the page. Steps after it that have no state, such as one that never returned, are added if it
    ///     ends where the states of the timeline end.
    ///   - state: The state at the first of them; nil if it is unknown.
    ///   - compress: Compresses bytes with raw DEFLATE.
    package init(
        _ journal: any ReplayableJournal, in range: ClosedRange<Int>, from state: JSONText?,
        compress: @escaping ([UInt8]) -> [UInt8]
    ) throws(JournalError) {
        self.journal = journal
        self.range = range
        self.compress = compress
        position = (range.lowerBound, state)
        chunks = PageChunks(seq: range.lowerBound, state: state, compress: compress)
        lines = try journal.lines(fromStep: range.lowerBound)
        upcoming = try nextRow()
    }

    /// The last step of the page.
    private var last: Int { range.upperBound == journal.end ? journal.last : range.upperBound }

    private mutating func nextRow() throws(JournalError) -> PageRow? {
        while let line = try lines.next() {
            switch line.content {
            case .step(let step) where step.seq > range.lowerBound: return step.seq <= last ? PageRow(step) : nil
            case .gap(let gap) where gap.through > range.lowerBound:
                return gap.seq <= last ? PageRow(gap, last: last) : nil
            case .mark(let mark) where (range.lowerBound...last).contains(mark.seq): marks.append(mark)
            case .snapshot(let snapshot) where range.contains(snapshot.seq):
                if snapshots.last != snapshot.seq { snapshots.append(snapshot.seq) }
            default: break
            }
        }
        return nil
    }

    /// Forgets the last state: the next one does not come from it.
    package mutating func forgetState() { position.state = nil }

    /// Moves to a position after the last one.
    ///
    /// - Parameters:
    ///   - state: Its state; nil if it is unknown, as those of the positions before it.
    ///   - patch: The difference from the state at the position before it, if that was computed already.
    package mutating func move(to seq: Int, _ state: JSONText?, _ patch: JSONPatch? = nil) throws(JournalError) {
        while let row = upcoming, row.through <= seq {
            append(row, row.through == seq ? state : nil, row.seq == seq ? patch : nil)
            upcoming = try nextRow()
        }
        if position.seq != seq { position = (seq, state) }
    }

    private mutating func append(_ row: PageRow, _ state: JSONText?, _ patch: JSONPatch?) {
        let change: PageChunks.Change
        var count: Int?
        switch (position.seq == row.seq - 1 ? position.state : nil, state) {
        case (let before?, let after?):
            let patch = patch ?? JSONDifference(from: before, to: after).patch
            count = patch.operations.count
            change = .patch(JSONText(patch.json))
        case (nil, let after?): change = .state(after)
        case (_, nil): change = .unknown
        }
        columns.append(row, changes: count)
        position = (row.through, state)
        chunks.append(action: row.action, change, seq: row.through, state: state)
    }

    /// The parts of the page's data, once every position was visited.
    mutating func elements(_ summary: PageSummary) throws(JournalError) -> [Element] {
        try move(to: last, last == range.upperBound ? position.state : nil)
        chunks.finish()
        let json = summary.json(journal, last: last, marks: marks, snapshots: snapshots, chunks: chunks.finished)
        return [
            Element(id: "summary", data: compress(json.text)), Element(id: "steps", data: compress(columns.text)),
        ] + chunks.finished.enumerated().map { Element(id: "chunk-\($0)", data: $1.data) }
    }
}
