internal import Dispatch
internal import Synchronization
internal import TimelineKit
internal import TimelineReplay

/// States that are encoded and compared on all processors, a batch at a time, and then passed to the data of a page in order.
struct StateBatch<State: Encodable & Sendable> {
    private let file: String
    private var states: [(seq: Int, state: State)] = []
    private var last: (seq: Int, text: JSONText)?

    private static var limit: Int { 256 }
    private static var byteLimit: Int { 1 << 23 }
    private static var leastBytes: Int { 1 << 12 }

    init(of file: String, after last: (seq: Int, text: JSONText)?) { (self.file, self.last) = (file, last) }

    mutating func move(_ data: inout PageData, to seq: Int, _ state: State) throws {
        // While a state is kept, the next step copies it, which takes longer than to encode a small one.
        if states.isEmpty, let last, last.text.count < Self.leastBytes {
            let text = try ReplayError.encode(state, at: seq, of: file)
            self.last = (seq, text)
            return try data.move(to: seq, text)
        }
        states.append((seq, state))
        if states.count >= min(Self.limit, Self.byteLimit / max(1, last?.text.count ?? 0)) { try finish(&data) }
    }

    /// Passes on the states that were kept. Needed before anything else is done with the data.
    mutating func finish(_ data: inout PageData) throws {
        let texts = try states.concurrentMap { [file] in
            (seq: $0.seq, text: try ReplayError.encode($0.state, at: $0.seq, of: file))
        }
        states.removeAll()
        let pairs = zip([last] + texts, texts).map { ($0, $1) }
        let patches = try pairs.concurrentMap { before, after in
            before.flatMap { before in
                before.seq == after.seq - 1 ? JSONDifference(from: before.text, to: after.text).patch : nil
            }
        }
        for (state, patch) in zip(texts, patches) { try data.move(to: state.seq, state.text, patch) }
        last = texts.last ?? last
    }
}

extension Array where Element: Sendable {
    fileprivate func concurrentMap<Output: Sendable>(_ transform: @Sendable (Element) throws -> Output) throws
        -> [Output]
    {
        let results = Mutex([Result<Output, any Error>?](repeating: nil, count: count))
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let result = Result { try transform(self[index]) }
            results.withLock { $0[index] = result }
        }
        return try results.withLock { try $0.map { try $0!.get() } }
    }
}
