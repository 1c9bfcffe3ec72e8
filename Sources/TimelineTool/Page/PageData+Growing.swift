internal import TimelineKit

/// Messages to the page:
///
///     {"page":{…summary…},"steps":{…columns…},…}
///     {"rows":{…columns…},"lines":["ACTION\tPATCH"],"chunk":{"row":96,"seq":96,"state":"{…}"}}
///     {"marks":[{"seq":3,"at":2.310077,"name":"before checkout"}]}
///     {"bad":[[22,24]],"verdict":{"kind":"invariant","step":22,"name":"unread is not negative"}}
///     {"chunk":0,"text":"…"}
extension PageData {
    /// Steps that are missing before one of the lines become a gap; those that the page has are left out.
    ///
    /// - Parameters:
    ///   - states: By the steps that they follow.
    ///   - breaks: The first steps of rows whose states are not patches of the states before.
    mutating func append(_ lines: [Line], _ states: [Int: JSONText], breaks: Set<Int> = []) {
        for line in lines {
            if line.outline.isStep {
                guard line.outline.seq > end.last else { continue }
                addGap(upTo: line.outline.seq - 1)
                if breaks.contains(line.outline.seq) { forgetState() }
            }
            sites.add(line)
            switch line {
            case .step(let step): extend(by: PageRow(step, sites), states[step.seq])
            case .gap(let gap):
                // As in a page that is made at once: a patch is from one position to the next.
                if gap.through > gap.seq { forgetState() }
                extend(by: PageRow(gap, last: gap.through), states[gap.through])
            case .mark(let mark): marks.append(mark)
            case .took(let took): append(took)
            case .snapshot(let snapshot): appendSnapshot(of: snapshot.seq)
            default: break
            }
        }
    }

    /// For steps that the app has dropped, or could not write.
    mutating func addGap(upTo seq: Int, _ state: JSONText? = nil) {
        guard end.last < seq else { return }
        let gap = Gap(seq: end.last + 1, at: end.at, through: seq, why: "not in the timeline of the app")
        append([.gap(gap)], state.map { [seq: $0] } ?? [:])
    }

    /// Returns whether this is a change.
    mutating func judge(_ verdict: PageVerdict?, bad: RangeSet<Int>) -> Bool {
        let isOther = summary.verdict?.json != verdict?.json
        defer { (summary.verdict, summary.bad) = (verdict, bad) }
        if isOther { summary.explanation = nil }
        return isOther || summary.bad != bad
    }

    var lastBad: Int? { summary.bad.ranges.last.map { $0.upperBound - 1 } }

    /// Messages of the rows since the last call, one for each chunk.
    mutating func takeRows() -> [[UInt8]] {
        defer { appended = [] }
        var messages: [[UInt8]] = []
        var rest = appended[...]
        while let first = rest.first {
            let rows = [first] + rest.dropFirst().prefix { $0.text.start == nil }
            rest = rest.dropFirst(rows.count)
            messages.append(Self.rows(rows, beginsChunk: first.index > 0))
        }
        return messages
    }

    private static func rows(_ rows: [AppendedRow], beginsChunk: Bool) -> [UInt8] {
        var columns = PageColumns()
        for row in rows { columns.append(row.row, changes: row.changes) }
        let lines = rows.map { JSON.string(String(decoding: $0.text.line, as: UTF8.self)) }
        var message = member("rows", columns.text) + member("lines", JSON.array(lines).text)
        if beginsChunk, let start = rows[0].text.start {
            let chunk: JSON = [
                "row": .int(rows[0].index), "seq": .int(start.seq),
                "state": .string(String(decoding: start.state, as: UTF8.self)),
            ]
            message += member("chunk", chunk.text)
        }
        return object(message)
    }

    // MARK: - Messages

    func page(_ members: KeyValuePairs<String, JSON?>) -> [UInt8] {
        var message = Self.member("page", json.text) + Self.member("steps", columns.text)
        for case (let name, let value?) in members { message += Self.member(name, value.text) }
        return Self.object(message)
    }

    /// Makes the message, which takes time for a chunk that is not finished.
    func chunk(_ index: Int) -> (@Sendable () -> [UInt8])? {
        guard let contents = chunks.contents(ofChunk: index) else { return nil }
        return { (["chunk": .int(index), "text": .string(Base64.encoded(contents()))] as JSON).text }
    }

    func marks(from index: Int) -> [UInt8] {
        Self.object(Self.member("marks", PageSummary.json(Array(marks[index...])).text))
    }

    func judgment(after seq: Int?) -> [UInt8] {
        Self.object(
            Self.member("bad", PageSummary.json(summary.bad, after: seq).text)
                + Self.member("verdict", (summary.verdictJSON ?? .null).text))
    }

    private static func member(_ name: String, _ value: [UInt8]) -> [UInt8] {
        Array("\"\(name)\":".utf8) + value + [UInt8(ascii: ",")]
    }

    private static func object(_ members: [UInt8]) -> [UInt8] {
        [UInt8(ascii: "{")] + members.dropLast() + [UInt8(ascii: "}")]
    }
}
