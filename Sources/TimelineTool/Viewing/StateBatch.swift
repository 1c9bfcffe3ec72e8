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
        // Each processor takes neighbors, and begins with the state before them.
        let size = (states.count + SystemInfo.processorCount - 1) / SystemInfo.processorCount
        let parts = stride(from: 0, to: states.count, by: max(1, size)).map {
            ($0, states[max(0, $0 - 1)..<min($0 + size, states.count)])
        }
        let changes = try parts.concurrentMap { [file, last] start, states in
            let texts = SharedTexts()
            var before = start > 0 ? nil : last.map { (seq: $0.seq, text: $0.text, value: TextValue($0.text)) }
            return try states.map { seq, state in
                let text = try ReplayError.encode(state, at: seq, of: file, sharing: texts)
                let value = before.flatMap { $0.text == text ? $0.value : nil } ?? TextValue(text)
                defer { before = (seq, text, value) }
                let patch = before.flatMap { $0.seq == seq - 1 ? JSONDifference(from: $0.value, to: value).patch : nil }
                return (seq: seq, text: text, patch: patch)
            }.suffix(states.endIndex - start)
        }
        states.removeAll()
        for (seq, text, patch) in changes.joined() {
            try data.move(to: seq, text, patch)
            last = (seq, text)
        }
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
