import Foundation
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineStore
import TimelineTestSupport

/// Eight threads dispatch at once: with `TIMELINE_HARNESS=full` 125,000 actions each, otherwise 500.
///
/// For the thread sanitizer use `swift test --sanitize=thread --scratch-path .build/tsan --filter Thread`.
struct ThreadHarnessTests {
    private static let threads = 8
    private static let actions = Harness.count(small: 500, full: 125_000)
    private static let total = threads * actions
    private static let counts = [Int](repeating: actions, count: threads)
    private static let program = OrderProgram(threads: threads)

    enum Place: CaseIterable {
        case file
        /// Segments, none of which is deleted.
        case folder
    }

    private let scratch = TemporaryFolder()

    private func recorder(_ place: Place) throws -> Recorder<Order, Numbered> {
        switch place {
        case .file:
            Recorder(
                program: Self.program, in: .file(scratch.file()),
                options: RecorderOptions(onProblem: { fatalError("\($0)") }))
        case .folder:
            Recorder(
                program: Self.program, in: scratch.file("timelines"),
                options: RecorderOptions(
                    retention: Retention(bytes: Self.total * 200), onProblem: { fatalError("\($0)") }))
        }
    }

    @Test(arguments: Place.allCases)
    func theMiddlewareRecordsWhatEightThreadsDispatch(place: Place) throws {
        let recorder = try recorder(place)
        let store = Store(program: Self.program, middleware: [recorder.middleware])
        // Each step is notified, in order.
        let told = Locked(0)
        let subscription = store.subscribe { state in
            let isNext = state.counts.reduce(0, +) == told.withLock { $0 } + 1
            told.withLock { $0 = isNext ? $0 + 1 : .min }
        }
        onThreads(Self.threads) { thread in
            for count in 1...Self.actions {
                store.dispatch(Numbered(thread: thread, count: count))
                // After its dispatch, each thread finds its action in the state.
                if count % 64 == thread { precondition(store.state.counts[thread] == count) }
                yieldNowAndThen(count)
            }
        }
        subscription.cancel()
        recorder.finish()
        #expect(told.withLock { $0 } == Self.total)
        try expect(try #require(recorder.path), holds: store.state)
    }

    /// Without a store: callers of `begin` and `commit` need no lock.
    @Test(arguments: Place.allCases)
    func beginAndCommitRecordWhatEightThreadsReduceAtOnce(place: Place) throws {
        let recorder = try recorder(place)
        let numbers = Locked<[Int]>([])
        onThreads(Self.threads) { thread in
            var state = Self.program.initialState
            var own: [Int] = []
            for count in 1...Self.actions {
                let action = Numbered(thread: thread, count: count)
                let seq = recorder.begin(action)
                yieldNowAndThen(count)
                reduceOrder(&state, action)
                recorder.commit(seq, state)
                own.append(seq)
            }
            numbers.withLock { [own] in $0 += own }
        }
        recorder.finish()
        #expect(numbers.withLock { $0.sorted() } == Array(1...Self.total))
        let found = try Found(in: try #require(recorder.path), threads: Self.threads)
        #expect(found.steps == Self.total)
        #expect(found.counts == Self.counts)
        #expect(found.misplaced == 0)
    }

    private func yieldNowAndThen(_ count: Int) { if count % 32 == 0 { ThreadID.yield() } }

    private func expect(_ path: String, holds live: Order) throws {
        #expect(live.counts == Self.counts)
        #expect(live.misplaced == 0)
        let found = try Found(in: path, threads: Self.threads)
        #expect(found.steps == Self.total)
        #expect(found.counts == Self.counts)
        #expect(found.misplaced == 0)

        var replayer = try Replayer(program: Self.program, timeline: path)
        var replayed: Order?
        while let step = try replayer.next() { replayed = step.state }
        #expect(replayed == live)
        #expect(replayer.divergence == nil)
    }
}

/// The contents of a recording of `OrderProgram`.
private struct Found {
    /// The number of contiguous steps from 1.
    var steps = 0
    /// The last count of each thread.
    var counts: [Int]
    /// The steps whose number, or whose count on their thread, is not the next one.
    var misplaced = 0

    init(in path: String, threads: Int) throws {
        counts = Array(repeating: 0, count: threads)
        let journal = try Journal(opening: path).sound(.strict)
        #expect(try journal.index.gaps.isEmpty && journal.index.sets == 0)
        #expect(try journal.index.end?.actions == journal.index.actions)
        var lines = journal.lines()
        while let line = try lines.next() {
            guard case .step(let step) = line.content, case .action(let text) = step.change else { continue }
            let action = try JSONCoding.decode(Numbered.self, from: text)
            if step.seq == steps + 1, action.count == counts[action.thread] + 1 { steps += 1 } else { misplaced += 1 }
            counts[action.thread] = action.count
        }
    }
}
