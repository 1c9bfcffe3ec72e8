internal import TimelineKit
internal import TimelineReplay

/// A chunk is lines of text: the state before its first row, then for each row the action, a tab, and the patch (RFC 6902).
/// An unknown state or patch is empty; where only the state after is known, it follows `=`. Each value that was generated
/// for the step follows as another tab, its name as a JSON string, a colon, and the value; then, after a tab each, the numbers of the
/// steps whose work was canceled.
struct PageChunks {
    typealias Span = (firstRow: Int, rows: Int, seq: Int)
    /// `start`: where the chunk begins, if this is its first row.
    typealias Row = (line: [UInt8], start: (seq: Int, state: [UInt8])?)

    private let compress: @Sendable ([UInt8]) -> [UInt8]
    private var finished: [(span: Span, data: [UInt8])] = []
    private var text: [UInt8] = []
    private var seq = 0
    private var firstRow = 0
    private var rows = 0
    private var stateLength = 0

    /// With a large state, the rows of a chunk are as long as the state: the page then holds each state about twice.
    private var limit: Int { stateLength + max(Self.leastLength, stateLength) }
    private static let leastLength = 1 << 16

    init(seq: Int, state: JSONText?, compress: @escaping @Sendable ([UInt8]) -> [UInt8]) {
        self.compress = compress
        begin(seq, state)
    }

    private mutating func begin(_ seq: Int, _ state: JSONText?) {
        text = state?.bytes ?? []
        self.seq = seq
        firstRow += rows
        rows = 0
        stateLength = text.count
    }

    /// - Parameter patch: Nil if the state before is unknown, or the one after.
    mutating func append(_ row: PageRow, _ patch: JSONPatch?, _ state: JSONText?) -> Row {
        let start = rows == 0 ? (self.seq, Array(text[..<stateLength])) : nil
        var line = row.action?.bytes ?? []
        line.append(UInt8(ascii: "\t"))
        if let patch {
            line += JSONText(patch.json).bytes
        } else if let state {
            line += [UInt8(ascii: "=")] + state.bytes
        }
        for generated in row.generated { line += "\t\(JSON.string(generated.name)):\(generated.value.value)".utf8 }
        for step in row.canceled { line += "\t\(step)".utf8 }
        text.append(UInt8(ascii: "\n"))
        text += line
        rows += 1
        if text.count >= limit {
            finished.append((span, compress(text)))
            begin(row.through, state)
        }
        return (line, start)
    }

    private var span: Span { (firstRow, rows, seq) }
    private var isLastOpen: Bool { rows > 0 || finished.isEmpty }
    var spans: [Span] { finished.map(\.span) + (isLastOpen ? [span] : []) }

    /// The closure compresses a chunk that is not finished.
    func contents(ofChunk index: Int) -> (@Sendable () -> [UInt8])? {
        if finished.indices.contains(index) { return { [data = finished[index].data] in data } }
        guard index == finished.count, isLastOpen else { return nil }
        return { [text, compress] in compress(text) }
    }
}
