internal import Dispatch
internal import TimelineKit
internal import TimelineReplay

/// States that are encoded and compared on all processors, a batch at a time, and then passed to the data of a page in order.
struct StateBatch<State: Encodable & Sendable> {
    private let file: String
    private var states: [(seq: Int, state: State)] = []
    private var last: (seq: Int, text: JSONText)?
    private let coders = (0..<SystemInfo.processorCount).map { _ in StateCoder() }

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
        let size = (states.count + coders.count - 1) / coders.count
        DispatchQueue.concurrentPerform(iterations: coders.count) { [file, last, states, coders] index in
            let start = min(index * size, states.count)
            let part = states[max(0, start - 1)..<min(start + size, states.count)]
            coders[index].encode(part, after: start > 0 ? nil : last, of: file)
        }
        states.removeAll()
        for coder in coders {
            for (seq, text, patch) in try coder.changes() where seq > last?.seq ?? .min {
                try data.move(to: seq, text, patch)
                last = (seq, text)
            }
        }
    }
}
