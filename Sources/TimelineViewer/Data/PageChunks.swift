internal import TimelineJSON

/// The actions and patches of the steps, in chunks that each begin with a state.
///
/// A chunk is lines of text: the state before its first row, then for each row the action, a tab, and the patch (RFC 6902) from
/// the state before to the state after. An unknown state or patch is empty; where only the state after is known, it follows `=`.
struct PageChunks {
    /// A chunk, compressed.
    struct Chunk {
        let firstRow: Int
        let rows: Int
        /// The position of its first state.
        let seq: Int
        let data: [UInt8]
    }

    /// A patch, or what there is in place of one.
    enum Change {
        case patch(JSONText)
        case state(JSONText)
        case unknown
    }

    private let compress: ([UInt8]) -> [UInt8]
    private(set) var finished: [Chunk] = []
    private var text: [UInt8] = []
    private var seq = 0
    private var firstRow = 0
    private var rows = 0
    /// The length of the text at which the next chunk begins.
    private var limit = 0

    /// The least length of the rows of a chunk. With a large state, they are as long as the state: the page then holds
    /// each state about twice.
    private static let leastLength = 1 << 16

    init(seq: Int, state: JSONText?, compress: @escaping ([UInt8]) -> [UInt8]) {
        self.compress = compress
        begin(seq, state)
    }

    private mutating func begin(_ seq: Int, _ state: JSONText?) {
        text = state?.bytes ?? []
        self.seq = seq
        firstRow += rows
        rows = 0
        limit = text.count + max(Self.leastLength, text.count)
    }

    /// Appends a row.
    ///
    /// - Parameter state: The state after it, at position `seq`.
    mutating func append(action: JSONText?, _ change: Change, seq: Int, state: JSONText?) {
        text.append(UInt8(ascii: "\n"))
        if let action { text += action.bytes }
        text.append(UInt8(ascii: "\t"))
        switch change {
        case .patch(let patch): text += patch.bytes
        case .state(let state): text += [UInt8(ascii: "=")] + state.bytes
        case .unknown: break
        }
        rows += 1
        guard text.count >= limit else { return }
        finish()
        begin(seq, state)
    }

    /// Ends the last chunk, unless it is empty.
    mutating func finish() {
        guard rows > 0 || finished.isEmpty else { return }
        finished.append(Chunk(firstRow: firstRow, rows: rows, seq: seq, data: compress(text)))
    }
}
