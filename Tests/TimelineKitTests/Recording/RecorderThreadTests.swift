import Testing
import TestHarness
import TestSupport
import TimelineJournal

@testable import TimelineKit
import TimelineSystem

struct RecorderThreadTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func stepsOfEightThreadsAreContiguous() throws {
        let recorder = Recorder(program: CounterProgram(), in: .file(folder.file()))
        let numbers = Locked<[Int]>([])
        onThreads(8) { thread in
            for _ in 0..<250 {
                let seq = recorder.begin(.add(by: thread))
                recorder.commit(seq, Counter(count: thread))
                numbers.withLock { $0.append(seq) }
            }
        }
        recorder.finish()
        #expect(numbers.withLock { $0.sorted() } == Array(1...2000))
        let journal = try Journal(opening: folder.file())
        try journal.requireSound()
        var lines = journal.lines()
        var found: [Int] = []
        while let line = try lines.next() { if case .step(let step) = line.content { found.append(step.seq) } }
        #expect(found == Array(1...2000))
        #expect(journal.index.end?.actions == 2000)
    }

    @Test func actionsOfEightThreadsReplayToTheLiveState() throws {
        let recorder = Recorder(program: InboxProgram(), in: .file(folder.file()))
        let seed = Harness.seed
        // A store that reduces one action at a time.
        let live = Locked(Inbox())
        onThreads(8) { thread in
            var generator = Seed(seed &+ UInt64(thread))
            let reducer = recorder.recording(reduceInbox)
            for _ in 0..<250 {
                let action = InboxAction.random(&generator)
                live.withLock { reducer(&$0, action) }
            }
        }
        recorder.finish()
        var replayer = try Replayer(program: InboxProgram(), timeline: folder.file())
        while try replayer.next() != nil {}
        #expect(replayer.position == 2000, "seed \(seed)")
        #expect(replayer.divergence == nil, "seed \(seed)")
        #expect(try replayer.state(at: 2000) == live.withLock { $0 }, "seed \(seed)")
    }
}
