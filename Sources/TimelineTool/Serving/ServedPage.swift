internal import Synchronization
internal import TimelineJSON

/// The page that a server shows to any number of browsers, and what changed in it lately.
///
/// Each browser has a cursor and reads at its own pace. The latest rows are kept once for all of them; a browser that is farther
/// behind gets the whole page again. Thread-safe.
final class ServedPage: Sendable {
    /// Whether the recording is followed.
    enum Status: Equatable {
        case live
        /// The app cannot be reached.
        case lost(String)
        /// No step follows. Not nil if reading failed.
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
        /// The number of the recording; 0 before the first.
        fileprivate var recording = 0
        fileprivate var rows = 0
        fileprivate var marks = 0
        fileprivate var status = 0
        fileprivate var travel = 0
        fileprivate var verdict = 0
        fileprivate var judgment = 0
        /// The last position that it knows to be bad.
        fileprivate var bad: Int?
    }

    private struct State {
        var page: GrowingPage
        /// Counts the recordings, from 1.
        var recording = 1
        var status: Status
        /// Counts the changes of `status` and `travel`.
        var statusNumber = 1
        var travel: JSON?
        var travelNumber = 0
        /// Counts the changes of the verdict, and of it or the bad positions.
        var verdictNumber = 0
        var judgmentNumber = 0
        /// The latest rows, the oldest first.
        var rows: [GrowingPage.Rows] = []
        var rowBytes = 0
        var observers: [Int: AsyncStream<Void>.Continuation] = [:]
        var lastObserver = 0

        /// Whether a browser shows another recording, or lacks rows that are no longer kept.
        func lacksRows(_ cursor: Cursor) -> Bool {
            cursor.recording != recording || cursor.rows < (rows.first?.first ?? page.rows)
        }
    }

    /// The size of the rows to keep, in bytes. At least the last message is kept.
    private static let rowLimit = 8 << 20

    /// Whether browsers can change the app.
    let isControlled: Bool
    private let state: Mutex<State>

    /// The message with a chunk that was not finished.
    private struct LastChunk {
        let recording: Int
        let index: Int
        let rows: Int
        let message: [UInt8]
    }

    private let lastChunk = Mutex<LastChunk?>(nil)

    init(_ page: sending GrowingPage, _ status: Status, isControlled: Bool) {
        self.isControlled = isControlled
        state = Mutex(State(page: page, status: status))
    }

    // MARK: - Changes

    /// Shows another recording, which is followed.
    func replace(by page: GrowingPage) {
        change { state in
            state.page = page
            state.recording += 1
            (state.rows, state.rowBytes) = ([], 0)
            (state.status, state.travel) = (.live, nil)
            state.statusNumber += 1
        }
    }

    /// Changes the page without showing it.
    func grow<Result: Sendable>(_ body: (inout GrowingPage) throws -> Result) rethrows -> Result {
        try state.withLock { try body(&$0.page) }
    }

    func publish() { change { Self.collectRows(&$0) } }

    private static func collectRows(_ state: inout State) {
        for rows in state.page.takeRows() {
            state.rows.append(rows)
            state.rowBytes += rows.message.count
        }
        var dropped = 0
        while state.rowBytes > rowLimit, dropped < state.rows.count - 1 {
            state.rowBytes -= state.rows[dropped].message.count
            dropped += 1
        }
        state.rows.removeFirst(dropped)
    }

    func show(_ found: (verdict: PageVerdict?, bad: RangeSet<Int>)) {
        let isChanged = state.withLock { state in
            let changed = state.page.judge(found.verdict, bad: found.bad)
            if changed.verdict { state.verdictNumber += 1 }
            if changed.verdict || changed.bad { state.judgmentNumber += 1 }
            return changed.verdict || changed.bad
        }
        if isChanged { change { _ in } }
    }

    func show(_ status: Status) {
        change { state in
            if state.status == status { return }
            state.status = status
            state.statusNumber += 1
        }
    }

    /// Shows the position that the app shows: the host's response to `GET /travel`.
    func show(travel: JSON) {
        change { state in
            // The number of the last step, while the live state is shown, is no change.
            let wasLive = state.travel?.object?["live"] == true
            if state.travel == travel || wasLive && travel.object?["live"] == true { return }
            state.travel = travel
            state.travelNumber += 1
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

    /// Whether a browser with the token is connected.
    var isObserved: Bool { state.withLock { !$0.observers.isEmpty } }

    /// Yields to `continuation` after each change. Several changes may count as one.
    func add(_ continuation: AsyncStream<Void>.Continuation) -> Int {
        state.withLock { state in
            state.lastObserver += 1
            state.observers[state.lastObserver] = continuation
            return state.lastObserver
        }
    }

    func remove(_ observer: Int) { state.withLock { $0.observers[observer] = nil } }

    /// The next message for a browser; nil if it has received all.
    func next(_ cursor: inout Cursor) -> [UInt8]? {
        let (message, moved) = state.withLock { [cursor] state in
            // A page has all rows so far: those that are not published yet are no message of a later one.
            if state.lacksRows(cursor) { Self.collectRows(&state) }
            return Self.next(cursor, in: state, isControlled)
        }
        cursor = moved
        return message
    }

    private static func next(_ cursor: Cursor, in state: State, _ isControlled: Bool) -> ([UInt8]?, Cursor) {
        var cursor = cursor
        let rows = state.page.rows
        if state.lacksRows(cursor) {
            cursor = Cursor(
                recording: state.recording, rows: rows, marks: state.page.marks.count, status: state.statusNumber,
                verdict: state.verdictNumber, judgment: state.judgmentNumber, bad: state.page.lastBad)
            return (state.page.page(["control": .bool(isControlled), "status": state.status.json]), cursor)
        }
        if cursor.rows < rows, let next = state.rows.last(where: { $0.first == cursor.rows }) {
            cursor.rows += next.count
            return (next.message, cursor)
        }
        if cursor.marks < state.page.marks.count {
            let message = state.page.marks(from: cursor.marks)
            cursor.marks = state.page.marks.count
            return (message, cursor)
        }
        if cursor.judgment != state.judgmentNumber {
            let message = state.page.judgment(
                after: cursor.bad, withVerdict: cursor.verdict != state.verdictNumber)
            (cursor.judgment, cursor.verdict) = (state.judgmentNumber, state.verdictNumber)
            cursor.bad = state.page.lastBad
            return (message, cursor)
        }
        if cursor.status != state.statusNumber {
            cursor.status = state.statusNumber
            return (JSON.members(["status": state.status.json]).text, cursor)
        }
        if let travel = state.travel, cursor.travel != state.travelNumber {
            cursor.travel = state.travelNumber
            return (JSON.members(["travel": travel]).text, cursor)
        }
        return (nil, cursor)
    }

    /// The message with a chunk; nil if it does not exist, or if the browser shows another recording.
    func chunk(_ index: Int, _ cursor: Cursor) -> [UInt8]? {
        let found = state.withLock { $0.recording == cursor.recording ? $0.page.chunk(index) : nil }
        guard let found, !found.isFinished else { return found?.message }
        // It is compressed without the page, which others read and change, and once for all that wait here.
        return lastChunk.withLock { last in
            if let last, (last.recording, last.index, last.rows) == (cursor.recording, index, found.rows) {
                return last.message
            }
            let message = found.message
            last = LastChunk(recording: cursor.recording, index: index, rows: found.rows, message: message)
            return message
        }
    }

    /// The number of the recording, from 1; nil if its app cannot be reached.
    var liveRecording: Int? { state.withLock { $0.status == .live ? $0.recording : nil } }

    var chunks: Int { state.withLock { $0.page.chunks } }
}
