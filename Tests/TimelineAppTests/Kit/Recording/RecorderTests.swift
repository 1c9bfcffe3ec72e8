import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

struct RecorderTests {
    private let folder = TemporaryFolder()

    @Test func theLinesOfARecording() throws {
        let recorder = try Recorder.ticking(for: TotalProgram(), to: folder.file())
        let cause = recorder.begin(.add(by: 1))
        recorder.commit(cause, Total(count: 1))
        recorder.commit(recorder.begin(.add(by: 2), from: .effect, cause: cause), Total(count: 3))
        recorder.mark("before \"reset\"")
        recorder.commit(recorder.begin(.reset, in: Total(count: 3), from: "push"), Total())
        recorder.finish()

        #expect(
            try text(of: folder.file())
                == tickingTimeline(
                    #"{"seq":1,"at":0.100000,"action":{"add":{"by":1}},"from":"user"}"#,
                    #"{"seq":2,"at":0.200000,"action":{"add":{"by":2}},"from":"effect","cause":1}"#,
                    #"{"seq":2,"at":0.300000,"mark":"before \"reset\""}"#,
                    #"{"seq":3,"at":0.400000,"action":{"reset":{}},"from":"push"}"#,
                    #"{"seq":3,"at":0.400000,"state":{"count":0}}"#,
                    #"{"seq":3,"at":0.500000,"end":{"actions":3,"snapshots":2}}"#))
    }

    @Test func anActionIsOnFileBeforeItsReducerRuns() throws {
        let path = folder.file()
        let recorder = try Recorder.ticking(for: TotalProgram(), to: path)
        var seen: [String] = []
        let reducer = recorder.recording { (state: inout Total, action: TotalAction) in
            seen.append((try? text(of: path)) ?? "")
            reduceTotal(&state, action)
        }
        var state = Total()
        reducer(&state, .add(by: 1))
        reducer(&state, .add(by: 2))

        let begun = [
            tickingHeader(snapshots: "every 1000000 steps"),
            #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
            #"{"seq":1,"at":0.100000,"action":{"add":{"by":1}},"from":"user"}"#,
        ]
        let then = #"{"seq":2,"at":0.200000,"action":{"add":{"by":2}},"from":"user"}"#
        #expect(seen == [sealed(begun), sealed(begun + [then])])
    }

    /// Any number reaches the recorder in `cause`; only that of an earlier step is written.
    @Test func aCauseThatIsNoEarlierStepIsNotWritten() throws {
        let recorder = try Recorder.ticking(for: TotalProgram(), to: folder.file())
        for cause in [Int.min, -1, 0, 1, 2, 6, Int.max] {
            recorder.commit(recorder.begin(.add(by: 0), cause: cause), Total())
        }
        recorder.finish()
        #expect(try Journal(opening: folder.file()).steps().map(\.cause) == [nil, nil, nil, 1, 2, nil, nil])
    }

    @Test func aStateChangedFromOutsideIsSet() throws {
        let recorder = try Recorder.ticking(for: TotalProgram(), to: folder.file())
        let reducer = recorder.recording(reduceTotal)
        var state = Total()
        reducer(&state, .add(by: 1))
        state.count = 40
        reducer(&state, .add(by: 2))
        recorder.set(Total(count: 7), by: "restore")
        state = Total(count: 7)
        reducer(&state, .add(by: 1))
        recorder.finish()

        #expect(
            try text(of: folder.file())
                == tickingTimeline(
                    #"{"seq":1,"at":0.100000,"action":{"add":{"by":1}},"from":"user"}"#,
                    #"{"seq":2,"at":0.200000,"set":{"count":40},"by":"outside"}"#,
                    #"{"seq":3,"at":0.300000,"action":{"add":{"by":2}},"from":"user"}"#,
                    #"{"seq":4,"at":0.400000,"set":{"count":7},"by":"restore"}"#,
                    #"{"seq":5,"at":0.500000,"action":{"add":{"by":1}},"from":"user"}"#,
                    #"{"seq":5,"at":0.500000,"state":{"count":8}}"#,
                    #"{"seq":5,"at":0.600000,"end":{"actions":3,"snapshots":2}}"#))
    }

    @Test func aConvertedActionIsWritten() throws {
        let problems = Problems()
        let recorder = Recorder(
            program: TotalProgram(), in: .file(folder.file()),
            options: RecorderOptions(snapshots: .every(1_000_000), onProblem: problems.note),
            action: { (number: Int) -> TotalAction? in number == 0 ? nil : .add(by: number) })
        var state = Total()
        let reducer = recorder.recording { (state: inout Total, number: Int) in state.count += number }
        reducer(&state, 3)
        reducer(&state, 0)
        recorder.finish()
        var replayer = try Replayer(program: TotalProgram(), timeline: folder.file())
        #expect(try replayer.state(at: 1) == Total(count: 3))
        #expect(try replayer.state(at: 2) == Total(count: 3))
        #expect(try Journal(opening: folder.file()).steps().map(\.isOpaque) == [false, true])
        #expect(
            problems.messages == [
                "actions of type Swift.Int cannot be encoded, so replay cannot reduce step 2 and those like it: the "
                    + "recorder's `action` closure returns nil for it"
            ])
    }

    @Test func nothingIsWrittenAfterTheEnd() throws {
        let problems = Problems()
        let recorder = try Recorder.ticking(for: TotalProgram(), to: folder.file(), onProblem: problems.note)
        recorder.commit(recorder.begin(.add(by: 1)), Total(count: 1))
        recorder.finish()
        let ended = try text(of: folder.file())

        recorder.mark("late")
        recorder.finish()
        recorder.commit(recorder.begin(.add(by: 1), in: Total(count: 9)), Total(count: 10))
        recorder.set(Total(), by: "restore")
        recorder.mark("later")
        recorder.finish()
        #expect(try text(of: folder.file()) == ended)
        #expect(problems.messages == ["recording stopped at step 2: the recording was finished"])
    }

    @Test func theReducerChangesALargeArrayInPlace() throws {
        struct Big: Codable, Equatable { var numbers = Array(0..<10_000) }
        let recorder = Recorder<Big, Int>(
            program: "big", version: "1", initialState: Big(), in: .file(folder.file()),
            options: RecorderOptions(snapshots: .every(1_000_000)))
        var addresses: Set<UInt> = []
        func note(_ numbers: [Int]) {
            addresses.insert(numbers.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
        }
        let reducer = recorder.recording { (state: inout Big, place: Int) in
            state.numbers[place] += 1
            note(state.numbers)
        }
        var state = Big()
        state.numbers[0] = 1
        for place in 0..<100 { reducer(&state, place) }
        #expect(addresses.count == 1)
    }

    @Test func reducersMayReturnInAnotherOrder() throws {
        let recorder = try Recorder.ticking(for: TotalProgram(), to: folder.file())
        let first = recorder.begin(.add(by: 1))
        let second = recorder.begin(.add(by: 2))
        #expect(try Journal(opening: folder.file()).unreturned == second)
        recorder.commit(second, Total(count: 3))
        recorder.commit(first, Total(count: 3))
        #expect(try Journal(opening: folder.file()).unreturned == nil)
    }
}
