internal import Synchronization
internal import TimelineKit

/// Each browser reads at its own pace. A browser that is far behind gets the whole page again. Thread-safe.
final class ServedPage: Sendable {
    enum Status: Equatable {
        case live
        case lost(String)
        case ended(String? = nil)

        var json: JSON {
            switch self {
            case .live: ["state": "live"]
            case .lost(let text): ["state": "lost", "text": .string(text)]
            case .ended(let text): .members(["state": "ended", "text": text.map { .string($0) }])
            }
        }
    }

    struct Cursor {
        fileprivate var recording = 0
        fileprivate var end = 0
    }

    private struct State {
        var page: PageData
        var recording = 1
        var status: Status
        var travel: JSON?
        var marks: Int
        /// Of the messages that are kept; at least the last one is.
        let byteLimit: Int
        /// The latest messages, the oldest first, after `dropped` others.
        var messages: [[UInt8]] = []
        var dropped = 0
        var bytes = 0
        var observers: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastObserver = 0

        var end: Int { dropped + messages.count }

        mutating func append(_ message: [UInt8]) {
            messages.append(message)
            bytes += message.count
            var surplus = 0
            while bytes > byteLimit, surplus < messages.count - 1 {
                bytes -= messages[surplus].count
                surplus += 1
            }
            messages.removeFirst(surplus)
            dropped += surplus
        }

        mutating func publish() {
            for rows in page.takeRows() { append(rows.message) }
            if marks < page.marks.count { append(page.marks(from: marks)) }
            marks = page.marks.count
        }

        func page(isControlled: Bool) -> [UInt8] {
            page.page(["control": .bool(isControlled), "status": status.json, "travel": travel])
        }
    }

    let isControlled: Bool
    let edits: EditedRuns?
    private let state: Mutex<State>

    init(
        _ page: sending PageData, _ status: Status, isControlled: Bool, edits: EditedRuns? = nil,
        byteLimit: Int = 8 << 20
    ) {
        (self.isControlled, self.edits) = (isControlled, edits)
        let marks = page.marks.count
        state = Mutex(State(page: page, status: status, marks: marks, byteLimit: byteLimit))
    }

    // MARK: - Changes

    func replace(by page: PageData) {
        change { state in
            (state.page, state.marks) = (page, page.marks.count)
            state.recording += 1
            (state.messages, state.dropped, state.bytes) = ([], 0, 0)
            (state.status, state.travel) = (.live, nil)
        }
    }

    func grow<Result: Sendable>(_ body: (inout PageData) throws -> Result) rethrows -> Result {
        try state.withLock { try body(&$0.page) }
    }

    func publish() { change { $0.publish() } }

    func show(_ found: (verdict: PageVerdict?, bad: RangeSet<Int>)) {
        change { state in
            let last = state.page.lastBad
            if state.page.judge(found.verdict, bad: found.bad) { state.append(state.page.judgment(after: last)) }
        }
    }

    func show(_ status: Status) {
        change { state in
            if state.status == status { return }
            state.status = status
            state.append(JSON.members(["status": status.json]).text)
        }
    }

    func show(travel: JSON) {
        change { state in
            // The number of the last step, while the live state is shown, is no change.
            let wasLive = state.travel?.object?["live"] == true
            if state.travel == travel || wasLive && travel.object?["live"] == true { return }
            state.travel = travel
            state.append(JSON.members(["travel": travel]).text)
        }
    }

    private func change(_ body: (inout State) -> Void) {
        let observers = state.withLock { state in
            body(&state)
            return Array(state.observers.values)
        }
        observers.forEach { $0.yield() }
    }

    // MARK: - Reading

    var isObserved: Bool { state.withLock { !$0.observers.isEmpty } }

    func add(_ continuation: AsyncStream<Void>.Continuation) -> Int {
        state.withLock { state in
            state.lastObserver += 1
            state.observers[state.lastObserver] = continuation
            return state.lastObserver
        }
    }

    func remove(_ observer: Int) { state.withLock { $0.observers[observer] = nil } }

    func next(_ cursor: inout Cursor) -> [UInt8]? {
        let (message, moved) = state.withLock { [cursor] state -> ([UInt8]?, Cursor) in
            if cursor.recording != state.recording || cursor.end < state.dropped {
                // The page has all rows so far: no later message repeats the rows that are not published yet.
                state.publish()
                return (state.page(isControlled: isControlled), Cursor(recording: state.recording, end: state.end))
            }
            guard cursor.end < state.end else { return (nil, cursor) }
            return (
                state.messages[cursor.end - state.dropped], Cursor(recording: cursor.recording, end: cursor.end + 1)
            )
        }
        cursor = moved
        return message
    }

    /// nil if the chunk does not exist, or the browser shows another recording.
    func chunk(_ index: Int, _ cursor: Cursor) -> [UInt8]? {
        // It is compressed without the page, which others read and change.
        state.withLock { $0.recording == cursor.recording ? $0.page.chunk(index) : nil }?.message
    }

    var isLive: Bool { state.withLock { $0.status == .live } }
    var chunks: Int { state.withLock { $0.page.chunks.spans.count } }
}
