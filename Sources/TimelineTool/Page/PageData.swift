internal import TimelineKit
internal import TimelineReplay

/// Collected while states are visited in order. Memory is proportional to the compressed data and to the table of steps.
struct PageData {
    private let journal: Journal
    var summary: PageSummary
    private let compress: @Sendable ([UInt8]) -> [UInt8]
    private var lines: JournalReader
    let sites: SiteText
    private var upcoming: PageRow?
    /// The next row: its line ended the lines of the row before it.
    private var following: PageRow?
    private(set) var columns = PageColumns()
    private(set) var chunks: PageChunks
    var marks: [Mark] = []
    private var snapshots: [Int] = []
    /// The last step, and its time.
    private(set) var end: (last: Int, at: Moment)
    private(set) var position: (seq: Int, state: JSONText?)
    /// Those that no message holds yet.
    var appended: [AppendedRow] = []
    /// How long the reducers of rows ran that messages hold already.
    var noted = JSONObject()

    init(
        _ journal: Journal, _ summary: PageSummary, last: Int? = nil, from state: JSONText?,
        compress: @escaping @Sendable ([UInt8]) -> [UInt8] = Gzip.deflated
    ) throws(JournalError) {
        (self.journal, self.summary, self.compress) = (journal, summary, compress)
        let range = summary.range
        position = (range.lowerBound, state)
        end = (last ?? range.upperBound, journal.lastAt)
        chunks = PageChunks(seq: range.lowerBound, state: state, compress: compress)
        sites = SiteText(journal)
        lines = try journal.lines(fromStep: range.lowerBound)
        upcoming = try nextRow()
    }

    private mutating func nextRow() throws(JournalError) -> PageRow? {
        let range = summary.range
        var row = following.take()
        while following == nil, let line = try lines.next() {
            switch line.content {
            case .step(let step) where step.seq > range.lowerBound:
                guard step.seq <= end.last else { return row }
                following = PageRow(step, sites)
            case .gap(let gap) where gap.through > range.lowerBound:
                guard gap.seq <= end.last else { return row }
                following = PageRow(gap, last: end.last)
            case .generated(let generated): if row?.seq == generated.seq { row?.generated.append(generated) }
            case .canceled(let canceled): if row?.seq == canceled.seq { row?.canceled.append(canceled.step) }
            case .took(let took): if row?.seq == took.seq { row?.took = took.time }
            case .mark(let mark) where (range.lowerBound...end.last).contains(mark.seq): marks.append(mark)
            case .snapshot(let snapshot) where range.contains(snapshot.seq): appendSnapshot(of: snapshot.seq)
            default: break
            }
            if row == nil { row = following.take() }
        }
        return row
    }

    /// Forgets the last state: the next one does not come from it.
    mutating func forgetState() { position.state = nil }

    mutating func move(to seq: Int, _ state: JSONText?, _ patch: JSONPatch? = nil) throws(JournalError) {
        while let row = upcoming, row.through <= seq {
            append(row, row.through == seq ? state : nil, row.seq == seq ? patch : nil)
            upcoming = try nextRow()
        }
        if position.seq != seq { position = (seq, state) }
    }

    @discardableResult
    mutating func append(_ row: PageRow, _ state: JSONText?, _ known: JSONPatch? = nil) -> AppendedRow {
        let before = position.seq == row.seq - 1 ? position.state : nil
        let patch = before.flatMap { before in
            state.map { known ?? JSONDifference(from: before, to: $0).patch }
        }
        let changes = patch?.operations.count
        columns.append(row, changes: changes)
        position = (row.through, state)
        return (row, changes, columns.count - 1, chunks.append(row, patch, state))
    }

    typealias AppendedRow = (row: PageRow, changes: Int?, index: Int, text: PageChunks.Row)

    // MARK: - The data

    /// A page of the steps so far.
    var soFar: PageData {
        var page = self
        page.end.last = position.seq
        return page
    }

    mutating func visitRest() throws(JournalError) {
        try move(to: end.last, end.last == summary.range.upperBound ? position.state : nil)
    }

    var header: Header { journal.header }
    var steps: Int { max(journal.last, end.last) - journal.first }

    var json: JSON {
        .members([
            "format": 1, "file": .string(summary.file), "program": .string(header.program),
            "version": .string(header.version), "session": .string(header.session), "started": .string(header.started),
            "platform": header.object["platform"], "clean": .bool(journal.hasEnd),
            "seconds": JSON(floatLiteral: end.at.seconds), "states": summary.isReplayed ? "replay" : "recorded",
            "note": summary.note?.json, "steps": .int(steps), "first": .int(summary.range.lowerBound),
            "last": .int(end.last), "confirmed": .int(summary.confirmed),
            "divergence": summary.divergence.map {
                ["step": .int($0.step), "text": .string($0.text), "patch": .string($0.patch)]
            }, "unreturned": summary.unreturned?.json, "damage": summary.damage.isEmpty ? nil : summary.damage.json,
            "tool": summary.command.tool == "timeline" ? nil : .string(summary.command.tool),
            "options": summary.command.options.isEmpty ? nil : summary.command.options.json,
            "editor": summary.editor.flatMap { editor in
                sites.root.map { ["url": .string(editor), "root": .string($0)] }
            },
            "verdict": summary.verdictJSON, "bad": summary.bad.json, "marks": PageSummary.json(marks),
            "snapshots": snapshots.json,
            "chunks": .array(
                chunks.spans.map { ["row": .int($0.firstRow), "rows": .int($0.rows), "seq": .int($0.seq)] }),
        ])
    }

    /// Compressed with raw DEFLATE (RFC 1951).
    mutating func elements() throws(JournalError) -> [(id: String, data: [UInt8])] {
        try visitRest()
        let parts = chunks.spans.indices.map { ("chunk-\($0)", chunks.contents(ofChunk: $0)?() ?? []) }
        return [("summary", compress(json.text)), ("steps", compress(columns.text))] + parts
    }

    // MARK: - Growing

    mutating func append(_ took: ReducerTime) {
        if let row = columns.note(took) { noted[row] = .int(Int(took.time.microseconds)) }
    }

    mutating func extend(by row: PageRow, _ state: JSONText?) {
        end = (row.through, max(end.at, row.at))
        appended.append(append(row, state))
    }

    mutating func appendSnapshot(of seq: Int) {
        let place = snapshots.partitioningIndex { $0 >= seq }
        if snapshots[place...].first != seq { snapshots.insert(seq, at: place) }
    }
}
