internal import Synchronization
internal import TimelineDebugger
internal import TimelineKit

/// Each browser reads at its own pace, and shows the latest run until it asks for another one. A browser that is far behind gets the whole
/// page again. Thread-safe.
final class ServedPage: Sendable {
    struct Status: Equatable {
        let state: String
        var text: String?

        static let live = Status(state: "live")
        static func lost(_ text: String) -> Status { Status(state: "lost", text: text) }
        static func ended(_ text: String? = nil) -> Status { Status(state: "ended", text: text) }
    }

    struct Cursor {
        /// The number of the run that the browser shows, or asked for; nil before it has the first page.
        var run: Int?
        fileprivate var shown: Int?
        fileprivate var end = 0
    }

    private struct State {
        /// At least one; the latest is the last one.
        var runs: [ServedRun]
        var observers: [ObjectIdentifier: AsyncStream<Void>.Continuation] = [:]

        var latest: ServedRun {
            get { runs[runs.count - 1] }
            set { runs[runs.count - 1] = newValue }
        }

        var list: JSON { .array(runs.map(\.summary)) }
        /// The latest one for the number of one that is kept no more.
        func index(of number: Int?) -> Int { runs.firstIndex { $0.number == number } ?? runs.count - 1 }
    }

    let isControlled: Bool
    let edits: EditedRuns?
    private let state: Mutex<State>
    private let byteLimit: Int

    private static let runLimit = 16

    init(
        _ page: sending PageData, _ status: Status, of timeline: AppTimeline? = nil, isControlled: Bool,
        edits: EditedRuns? = nil, byteLimit: Int = 8 << 20
    ) {
        (self.isControlled, self.edits, self.byteLimit) = (isControlled, edits, byteLimit)
        state = Mutex(State(runs: [ServedRun(1, page, timeline, status, byteLimit: byteLimit)]))
    }

    // MARK: - Changes

    /// Begins another run. Browsers choose whether they go on with it.
    func begin(_ page: PageData, _ timeline: AppTimeline? = nil) {
        change { state in
            let number = state.latest.number + 1
            state.latest.travel = nil
            state.latest.show(.ended("The app was started again after this run."))
            state.runs.append(ServedRun(number, page, timeline, .live, byteLimit: byteLimit))
            if state.runs.count > Self.runLimit { state.runs.removeFirst() }
            let list = JSON.members(["runs": state.list]).text
            for index in state.runs.indices.dropLast() { state.runs[index].append(list) }
        }
    }

    func keep(_ timeline: AppTimeline) { state.withLock { $0.latest.timeline = timeline } }

    func grow<Result: Sendable>(_ body: (inout PageData) throws -> Result) rethrows -> Result {
        try state.withLock { try body(&$0.latest.page) }
    }

    /// The latest run has another page, which browsers get as a whole.
    func show(_ page: PageData, _ status: Status) {
        change { state in
            (state.latest.page, state.latest.status) = (page, status)
            state.latest.dropMessages()
        }
    }

    func publish() { change { $0.latest.publish() } }

    func show(_ found: (verdict: PageVerdict?, bad: RangeSet<Int>)) {
        change { state in
            let last = state.latest.page.lastBad
            guard state.latest.page.summary.unreturned == nil,
                state.latest.page.judge(found.verdict, bad: found.bad)
            else { return }
            state.latest.append(state.latest.page.judgment(after: last))
        }
    }

    /// The latest run ends in a step whose reducer never returned.
    func showCrash(inStep step: Int) {
        change { state in
            let summary = state.latest.page.summary
            if summary.unreturned == step { return }
            var broken: (name: String, step: Int)?
            if let culprit = summary.verdict?.culprit, case .invariant(let name) = culprit.rule {
                broken = (name, culprit.step)
            }
            let crash = PageVerdict.crash(step: step, signal: nil, nil, invariant: broken)
            _ = state.latest.page.judge(crash, bad: summary.bad)
            state.latest.page.summary.unreturned = step
            state.latest.dropMessages()
        }
    }

    func show(_ status: Status) { change { $0.latest.show(status) } }

    func show(travel: JSON) {
        change { state in
            // The number of the last step, while the live state is shown, is no change.
            let wasLive = state.latest.travel?.object?["live"] == true
            if state.latest.travel == travel || wasLive && travel.object?["live"] == true { return }
            state.latest.travel = travel
            state.latest.append(JSON.members(["travel": travel]).text)
        }
    }

    /// The latest one for the number of one that is kept no more.
    func run(_ number: Int?) -> ServedRun { state.withLock { $0.runs[$0.index(of: number)] } }

    /// Saves a run of an app beside where this process runs, under a new name.
    func save(_ number: Int?) throws {
        guard let run = state.withLock({ $0.runs.first { $0.number == number } }), let timeline = run.timeline else {
            throw ToolError(.negative, "there is no run \(number ?? 0) of an app to save")
        }
        let path = ProductFile.unused(RecordingFiles.name(for: ProgramName(run.page.header.program)?.text))
        try OutputFile.write(timeline, to: path, replacing: false)
        change { $0.runs[$0.index(of: number)].show(savedAs: path) }
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

    /// - Parameter continuation: Nil where the observer ends.
    func observe(_ observer: ObjectIdentifier, _ continuation: AsyncStream<Void>.Continuation?) {
        state.withLock { $0.observers[observer] = continuation }
    }

    func next(_ cursor: inout Cursor) -> [UInt8]? {
        let (message, moved) = state.withLock { [cursor] state -> ([UInt8]?, Cursor) in
            let index = state.index(of: cursor.run)
            let run = state.runs[index]
            var moved = Cursor(run: run.number, shown: run.number, end: cursor.end + 1)
            if cursor.shown == run.number, cursor.end >= run.dropped {
                return cursor.end < run.end ? (run.messages[cursor.end - run.dropped], moved) : (nil, cursor)
            }
            // The page has all rows so far: no later message repeats the rows that are not published yet.
            state.runs[index].publish()
            moved.end = state.runs[index].end
            return (page(state.runs[index], state.list), moved)
        }
        cursor = moved
        return message
    }

    private func page(_ run: ServedRun, _ list: JSON) -> [UInt8] {
        let isOfApp = run.timeline != nil
        return run.page.page([
            "control": .bool(isControlled), "status": run.statusJSON, "travel": run.travel,
            "run": isOfApp ? .int(run.number) : nil, "runs": isOfApp ? list : nil,
        ])
    }

    /// nil if the chunk does not exist, or the browser shows nothing yet.
    func chunk(_ index: Int, _ cursor: Cursor) -> [UInt8]? {
        // It is compressed without the page, which others read and change.
        state.withLock { state in state.runs.first { $0.number == cursor.shown }?.page.chunk(index) }?()
    }

    var isLive: Bool { state.withLock { $0.latest.status == .live } }
    var chunks: Int { state.withLock { $0.runs.map(\.page.chunks.spans.count).max() ?? 0 } }
}
