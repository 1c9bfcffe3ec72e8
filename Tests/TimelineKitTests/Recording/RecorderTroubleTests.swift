import Foundation
import TestSupport
import Testing
import TimelineJSON
import TimelineJournal

@testable import TimelineKit

/// Trouble that is real: each test spends it in a process of its own.
struct RecorderTroubleTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func aReducerThatDidNotReturnIsKnownAfterTheCrash() async throws {
        let path = folder.file()
        await #expect(processExitsWith: .failure) { [path = path as String] in
            let recorder = try Recorder.ticking(for: CounterProgram(), to: path)
            let reducer = recorder.recording { (state: inout Counter, action: CounterAction) in
                precondition(action != .reset, "the reducer traps")
                reduceCounter(&state, action)
            }
            var state = Counter()
            reducer(&state, .add(by: 1))
            reducer(&state, .add(by: 2))
            reducer(&state, .reset)
        }
        let journal = try Journal(opening: path)
        try journal.requireSound()
        #expect(journal.index.last == 3)
        #expect(journal.unreturned == 3)
        #expect(journal.end == 2)
    }

    @Test func aReducerThatReturnedIsKnownAfterAKill() async throws {
        let path = folder.file()
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let recorder = try Recorder.ticking(for: CounterProgram(), to: path)
            recorder.commit(recorder.begin(.add(by: 1)), Counter(count: 1))
            kill(getpid(), SIGKILL)
        }
        let journal = try Journal(opening: path)
        #expect(journal.index.last == 1)
        #expect(journal.unreturned == nil)
    }

    @Test func aFullDiskCostsAGapAndNothingElse() async throws {
        let path = folder.file()
        await #expect(processExitsWith: .success) { [path = path as String] in
            let problems = Problems()
            let recorder = try Recorder.ticking(for: CounterProgram(), to: path, onProblem: problems.note)
            let reducer = recorder.recording(reduceCounter)
            var state = Counter()
            reducer(&state, .add(by: 1))
            reducer(&state, .add(by: 2))
            // Half a line fits, so that what is left of it has to go.
            try FullDisk.begin(at: path, leaving: 40)
            for number in 3...7 { reducer(&state, .add(by: number)) }
            recorder.mark("lost")
            #expect(try text(of: path).hasSuffix("\n"))
            FullDisk.end()
            reducer(&state, .add(by: 8))
            reducer(&state, .add(by: 9))
            recorder.finish()
            #expect(state == Counter(count: 45))
            #expect(
                problems.told == [
                    "recording stopped at step 3: file too large", "the mark \"lost\" is missing: file too large",
                    "recording goes on at step 8; 5 are missing",
                ])
        }
        #expect(
            try text(of: path)
                == sealed(
                    tickingHeader(snapshots: "every 1000000 steps"),
                    #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
                    #"{"seq":1,"at":0.100000,"action":{"add":{"by":1}},"from":"user"}"#,
                    #"{"seq":2,"at":0.200000,"action":{"add":{"by":2}},"from":"user"}"#,
                    #"{"seq":3,"at":0.800000,"gap":{"through":7,"why":"file too large"}}"#,
                    #"{"seq":7,"at":0.800000,"state":{"count":28}}"#,
                    #"{"seq":8,"at":0.800000,"action":{"add":{"by":8}},"from":"user"}"#,
                    #"{"seq":9,"at":0.900000,"action":{"add":{"by":9}},"from":"user"}"#,
                    #"{"seq":9,"at":0.900000,"state":{"count":45}}"#,
                    #"{"seq":9,"at":1.000000,"end":{"actions":9,"snapshots":3}}"#))
        try Journal(opening: path).requireSound()
    }

    @Test func aGapThatLastsToTheEndIsWrittenByFinish() async throws {
        let path = folder.file()
        await #expect(processExitsWith: .success) { [path = path as String] in
            let problems = Problems()
            let recorder = try Recorder.ticking(for: CounterProgram(), to: path, onProblem: problems.note)
            let reducer = recorder.recording(reduceCounter)
            var state = Counter()
            try FullDisk.begin(at: path, leaving: 0)
            reducer(&state, .add(by: 1))
            reducer(&state, .add(by: 2))
            FullDisk.end()
            recorder.finish()
            #expect(
                problems.told == [
                    "recording stopped at step 1: file too large", "the recording ends with step 2; 2 are missing",
                ])
        }
        #expect(
            try text(of: path)
                == sealed(
                    tickingHeader(snapshots: "every 1000000 steps"),
                    #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
                    #"{"seq":1,"at":0.200000,"gap":{"through":2,"why":"file too large"}}"#,
                    #"{"seq":2,"at":0.200000,"state":{"count":3}}"#,
                    #"{"seq":2,"at":0.300000,"end":{"actions":2,"snapshots":2}}"#))
    }

    @Test func aThousandStepsAndMarksThatAreMissingAreToldOfOnceWithTheirCount() async throws {
        let path = folder.file()
        await #expect(processExitsWith: .success) { [path = path as String] in
            let problems = Problems()
            let recorder = try Recorder.ticking(for: CounterProgram(), to: path, onProblem: problems.note)
            let reducer = recorder.recording(reduceCounter)
            var state = Counter()
            func inTrouble() throws {
                try FullDisk.begin(at: path, leaving: 0)
                for number in 1...1000 {
                    reducer(&state, .add(by: 1))
                    recorder.mark("mark \(number)")
                }
            }
            try inTrouble()
            FullDisk.end()
            reducer(&state, .add(by: 1))
            try inTrouble()
            recorder.finish()
            FullDisk.end()
            // The file cannot tell of them. The page does, which a clean end would have removed.
            #expect(recorder.missing == 2000)
            #expect(try Journal(opening: path).pageCount == 2001)
            #expect(
                problems.told == [
                    "recording stopped at step 1: file too large", "the mark \"mark 1\" is missing: file too large",
                    "recording goes on at step 1001; 1000 are missing, and 999 more marks",
                    "recording stopped at step 1002: file too large", "the mark \"mark 1\" is missing: file too large",
                    "the end of the recording is missing, and the 1000 steps before it, and 999 more marks: file too large",
                ])
        }
        let journal = try Journal(opening: path)
        try journal.requireSound()
        #expect((journal.index.last, journal.index.actions) == (1001, 1))
    }

    @Test func aSnapshotThatComesAfterThatOfAGapIsDropped() async throws {
        let path = folder.file()
        await #expect(processExitsWith: .success) { [path = path as String] in
            var core = try CountingCore.begun(at: path)
            let late = try #require(CountingCore.add(to: 0, &core))
            try FullDisk.begin(at: path, leaving: 0)
            _ = CountingCore.add(to: 1, &core)
            FullDisk.end()
            _ = CountingCore.add(to: 2, &core)
            core.encoded(late, .success(CountingCore.state(1)))
            core.finish { () throws(JSONCodingError) in CountingCore.state(3) }
        }
        let journal = try Journal(opening: path)
        try journal.requireSound()
        #expect(journal.index.gaps == [Gap(seq: 2, at: .zero, through: 2, why: "file too large")])
        #expect(journal.index.checkpoints.map(\.seq) == [0, 2, 3])
    }

    /// Whichever comes first, the next action or the snapshot that is encoded elsewhere.
    @Test func thatASnapshotFoundNoRoomIsToldWhereTheNextStepFindsSome() async throws {
        let path = folder.file()
        await #expect(processExitsWith: .success) { [path = path as String] in
            var core = try CountingCore.begun(at: path)
            let first = try #require(CountingCore.add(to: 0, &core))
            try FullDisk.begin(at: path, leaving: 0)
            core.encoded(first, .success(CountingCore.state(1)))
            #expect(core.takeProblems().map(\.description) == [])
            _ = CountingCore.add(to: 1, &core)
            #expect(
                core.takeProblems().map(\.description) == ["recording stopped at step 2: file too large"])
            FullDisk.end()
            let second = try #require(CountingCore.add(to: 2, &core))
            #expect(
                core.takeProblems().map(\.description) == ["recording goes on at step 3; 1 are missing"])
            try FullDisk.begin(at: path, leaving: 0)
            core.encoded(second, .success(CountingCore.state(3)))
            FullDisk.end()
            #expect(core.takeProblems().map(\.description) == [])
            let third = try #require(CountingCore.add(to: 3, &core))
            let missing = "the snapshot of step 3 is missing: cannot write \(path): file too large"
            #expect(core.takeProblems().map(\.description) == [missing])
            // It is told once until one is on file.
            try FullDisk.begin(at: path, leaving: 0)
            core.encoded(third, .success(CountingCore.state(4)))
            FullDisk.end()
            let fourth = try #require(CountingCore.add(to: 4, &core))
            #expect(core.takeProblems().map(\.description) == [])
            core.encoded(fourth, .success(CountingCore.state(5)))
            core.finish { () throws(JSONCodingError) in CountingCore.state(5) }
            #expect(core.takeProblems().map(\.description) == [])
        }
    }
}

/// A disk without space, as a limit on the size of files: a write past it fails, and may be a short one before.
private enum FullDisk {
    static func begin(at path: String, leaving bytes: Int) throws {
        signal(SIGXFSZ, SIG_IGN)
        let size = try text(of: path).utf8.count
        set(rlim_t(size + bytes))
    }

    static func end() { set(nil) }

    private static func set(_ size: rlim_t?) {
        #if canImport(Darwin)
            let fileSize = RLIMIT_FSIZE
        #else
            let fileSize = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
        #endif
        var limit = rlimit()
        getrlimit(fileSize, &limit)
        limit.rlim_cur = size ?? limit.rlim_max
        precondition(setrlimit(fileSize, &limit) == 0, "the limit cannot be set")
    }
}
