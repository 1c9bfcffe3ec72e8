import Foundation
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// A child that was forked from the app shares its file and its status page, and writes to neither.
@Suite(.ownThreads)
struct ForkTests {
    private let folder = TemporaryFolder()

    @Test func aForkedChildWritesNothingAndReportsOnce() async throws {
        let path = folder.file()
        await #expect(processExitsWith: .success) { [path = path as String] in
            let problems = Problems()
            let recorder = try Recorder.ticking(for: TotalProgram(), to: path, onProblem: problems.note)
            let reducer = recorder.recording(reduceTotal)
            var state = Total()
            for _ in 1...2 { reducer(&state, .add(by: 1)) }
            let open = recorder.begin(.add(by: 1))
            let before = try text(of: path)
            let status = Child.run {
                reducer(&state, .add(by: 100))
                recorder.commit(open, state)
                for _ in 1...50 { reducer(&state, .add(by: 1)) }
                recorder.mark("in the child")
                recorder.set(Total(), by: "restore")
                recorder.finish()
                let problem = RecordingProblem(
                    .forked, "this process was forked from the one that is recorded: what it does is not recorded")
                return problems.all == [problem] && state == Total(count: 152)
            }
            #expect(status == 0)
            #expect(try text(of: path) == before)
            // The page shows the open step.
            #expect(try Journal(opening: path).unreturned == 3)

            state = Total(count: 3)
            recorder.commit(open, state)
            reducer(&state, .add(by: 1))
            recorder.finish()
            #expect(problems.all == [])
        }
        let journal = try Journal(opening: path).sound(.strict)
        #expect(try journal.index.end?.actions == 4)
        #expect(try journal.index.marks == [])
        #expect(try folder.names() == ["run.jsonl"])
    }

    @Test func aForkedChildDoesNotWaitForThreadsOfItsParent() async throws {
        let (path, other) = (folder.file(), folder.file("other.jsonl"))
        await #expect(processExitsWith: .success) { [path = path as String, other = other as String] in
            let recorder = try Recorder.ticking(
                for: TotalProgram(), to: path, snapshots: .every(50), onProblem: { _ in })
            // Swift's own locks, which a thread takes that is the first to need a type.
            let first = try Recorder.ticking(for: TotalProgram(), to: other)
            first.commit(first.begin(.add(by: 1)), Total())
            first.finish()
            let isOver = Cell(false)
            let threads = (0..<3).map { _ in
                let done = DispatchSemaphore(value: 0)
                Thread {
                    while !isOver.load() { recorder.commit(recorder.begin(.add(by: 1)), Total()) }
                    done.signal()
                }.start()
                return done
            }
            for _ in 1...30 {
                let status = Child.run {
                    for _ in 1...10 { recorder.commit(recorder.begin(.add(by: 1)), Total()) }
                    recorder.finish()
                    return true
                }
                #expect(status == 0)
            }
            isOver.store(true)
            threads.forEach { $0.wait() }
            recorder.finish()
            let journal = try Journal(opening: path).sound(.strict)
            #expect(try journal.index.end?.actions == journal.last)
        }
    }

    @Test func aRecorderCreatedInTheChildRecords() async throws {
        let (path, own) = (folder.file(), folder.file("child.jsonl"))
        await #expect(processExitsWith: .success) { [path = path as String, own = own as String] in
            let recorder = try Recorder.ticking(for: TotalProgram(), to: path)
            recorder.commit(recorder.begin(.add(by: 1)), Total(count: 1))
            let status = Child.run {
                guard let other = try? Recorder.ticking(for: TotalProgram(), to: own) else { return false }
                other.commit(other.begin(.add(by: 1)), Total(count: 1))
                return (try? Journal(opening: own))?.last == 1
            }
            #expect(status == 0)
            recorder.finish()
        }
        #expect(try Journal(opening: path).index.end?.actions == 1)
    }
}

/// A forked process. Swift does not import `fork(2)`, since few calls are safe in a child of a process with threads.
private enum Child {
    /// Runs `body` in a child for at most 20 seconds. Returns its status: 0 if `body` returned true.
    static func run(_ body: () -> Bool) -> Int32 {
        typealias Fork = @convention(c) () -> pid_t
        let fork = unsafeBitCast(dlsym(dlopen(nil, RTLD_NOW), "fork"), to: Fork.self)
        let child = fork()
        if child == 0 { _exit(body() ? 0 : 1) }
        // Not an alarm in the child, since the forking thread may block signals.
        let deadline = ContinuousClock.now + .seconds(20)
        var status: Int32 = -1
        while waitpid(child, &status, WNOHANG) == 0 {
            if ContinuousClock.now > deadline { kill(child, SIGKILL) }
            usleep(1000)
        }
        return status
    }
}
