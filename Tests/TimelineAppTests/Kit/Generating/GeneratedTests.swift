import Foundation
import Synchronization
import Testing
import TimelineKit
import TimelineReplay
import TimelineStore
import TimelineTestSupport

struct GeneratedTests {
    private let folder = TemporaryFolder()

    /// Records a run of the game, and returns its last state.
    @discardableResult
    private func record(_ actions: [GameAction], by recorder: Recorder<Game, GameAction>? = nil) -> Game {
        let recorder = recorder ?? Recorder(program: GameProgram(), in: .file(folder.file()))
        let reducer = recorder.recording(GameProgram().reduce)
        var state = Game()
        for action in actions { reducer(&state, action) }
        recorder.finish()
        return state
    }

    // MARK: - Recording

    @Test func eachValueIsALineAfterItsStep() throws {
        record([.named, .nothing, .named], by: try Recorder.ticking(for: GameProgram(), to: folder.file()))
        let header = String(
            tickingHeader("game", snapshots: "every 1000000 steps").replacing(
                #","checksums""#, with: #","requires":["generated"],"checksums""#))
        let found = try text(of: folder.file())
        #expect(
            found
                == sealed(
                    header,
                    #"{"seq":0,"at":0.000000,"state":{"ids":[],"names":[],"rolls":[],"times":[]}}"#,
                    #"{"seq":1,"at":0.100000,"action":{"named":{}},"from":"user"}"#,
                    #"{"seq":1,"at":0.100000,"generated":{"a \"name\"":"name 0"}}"#,
                    #"{"seq":2,"at":0.200000,"action":{"nothing":{}},"from":"user"}"#,
                    #"{"seq":3,"at":0.300000,"action":{"named":{}},"from":"user"}"#,
                    #"{"seq":3,"at":0.300000,"generated":{"a \"name\"":"name 1"}}"#,
                    #"{"seq":3,"at":0.300000,"state":{"ids":[],"names":["name 0","name 1"],"rolls":[],"times":[]}}"#,
                    #"{"seq":3,"at":0.400000,"end":{"actions":3,"snapshots":2}}"#))
    }

    @Test func aValueIsOnFileBeforeTheReducerGetsIt() throws {
        let path = folder.file()
        let recorder = Recorder(program: GameProgram(), in: .file(path))
        let reducer = recorder.recording { (state: inout Game, _: GameAction) in
            for _ in 0..<20 {
                let id = Generated.uuid()
                let line = try? text(of: path).split(separator: "\n").last
                #expect(line?.contains(#""generated":{"uuid":"\#(id.uuidString)"}"#) == true)
            }
        }
        var state = Game()
        reducer(&state, .nothing)
        recorder.finish()
    }

    @Test func anUndeclaredValueIsReportedOnceAndNotOnFile() throws {
        let problems = Problems()
        let recorder = try Recorder.ticking(
            for: GameProgram(generatesValues: false), to: folder.file(), onProblem: problems.note)
        record([.nothing, .rolled(sides: 6), .named], by: recorder)
        #expect(
            problems.messages == [
                "step 2 generated the value \"random\", which is not recorded: let the program's `generatesValues` return true"
            ])
        #expect(problems.all.map(\.kind) == [.valueNotDeclared])
        #expect(try !text(of: folder.file()).contains("generated"))
    }

    @Test func aValueThatCannotBeWrittenIsReportedAndASnapshotFollows() throws {
        let problems = Problems()
        // The fifth call writes the value of step 2.
        let recorder = try Recorder.ticking(
            for: GameProgram(), to: folder.file(), onProblem: problems.note,
            layer: FaultyFiles(.noSpace, at: 5, count: 1))
        let state = record([.named, .named, .named], by: recorder)
        #expect(
            problems.messages == [
                #"the value "a "name"" that step 2 generated is missing: no space left on device"#
            ])
        #expect(problems.all.map(\.kind) == [.valueMissing])
        #expect(
            try text(of: folder.file()).contains(
                #"{"seq":2,"at":0.200000,"state":{"ids":[],"names":["name 0","name 1"]"#))
        var replayer = try Replayer(program: GameProgram(), timeline: folder.file())
        #expect(try replayer.next()?.state.names == ["name 0"])
        let error = errorMessage { try replayer.next() }
        #expect(
            error
                == "the reducer of step 2 of \(folder.file()) diverges from the recorded one: it asks for the generated value "
                + "\"a \"name\"\", and no more values are on file")
        #expect(try replayer.state(at: 3) == state)
    }

    @Test func outsideARecordedReducerTheValuesAreNew() async throws {
        #expect(Generated.uuid() != Generated.uuid())
        #expect(abs(Generated.now.timeIntervalSinceNow) < 60)
        #expect((1...6).contains(Generated.random(in: 1...6)))
        let recorder = Recorder(program: GameProgram(), in: .file(folder.file()))
        let tasks = Mutex<[Task<UUID, Never>]>([])
        let reducer = recorder.recording { (state: inout Game, _: GameAction) in
            tasks.withLock { $0.append(Task { Generated.uuid() }) }
        }
        var state = Game()
        reducer(&state, .nothing)
        for task in tasks.withLock({ $0 }) { _ = await task.value }
        recorder.finish()
        #expect(try !text(of: folder.file()).contains("\"generated\":{"))
    }

    @Test func aStoreWithinAReducerHasValuesOfItsOwn() throws {
        let outer = Recorder(program: GameProgram(), in: .file(folder.file("outer.jsonl")))
        let inner = Recorder(program: GameProgram(), in: .file(folder.file("inner.jsonl")))
        let innerReducer = inner.recording(GameProgram().reduce)
        let outerReducer = outer.recording { (state: inout Game, action: GameAction) in
            GameProgram().reduce(&state, action)
            var other = Game()
            innerReducer(&other, .named)
            GameProgram().reduce(&state, action)
        }
        var state = Game()
        outerReducer(&state, .rolled(sides: 6))
        outer.finish()
        inner.finish()
        func kinds(_ name: String) throws -> [String] {
            try text(of: folder.file(name)).split(separator: "\n").compactMap { line in
                line.firstRange(of: "\"generated\":{").map { String(line[$0.upperBound...].prefix(8)) }
            }
        }
        #expect(try kinds("outer.jsonl").map { $0.hasPrefix("\"random\"") } == [true, true])
        #expect(try kinds("inner.jsonl").count == 1)
    }

    // MARK: - Replay

    @Test func eightThreadsReplay() throws {
        let recorder = Recorder(program: GameProgram(), in: .file(folder.file()))
        let store = Store(program: GameProgram(), middleware: [recorder.middleware])
        onThreads(8) { thread in
            var random = Seed(UInt64(thread))
            for _ in 0..<100 { store.dispatch(.any(using: &random)) }
        }
        recorder.finish()
        var replayer = try Replayer(program: GameProgram(), timeline: folder.file())
        #expect(try replayer.state(at: 800) == store.state)
    }

    @Test(arguments: [
        (GameProgram.Change.asksForMore, #"it asks for the generated value "uuid", and no more values are on file"#),
        (.asksForLess, #"it does not ask for the generated value "uuid" on file"#),
        (.otherOrder, #"it asks for the generated value "uuid", and the next on file is "random""#),
        (
            .smallerRange,
            #"it cannot use the generated value "random" on file: it is not in the range that the reducer asks for"#
        ),
        (
            .otherType,
            #"it cannot use the generated value "a "name"" on file: Expected to decode Int but found a string instead"#
        ),
    ])
    func aReducerThatAsksForOtherValuesDiverges(change: GameProgram.Change, expected: String) throws {
        let state = record([.nothing, .everything, .nothing], by: try .ticking(for: GameProgram(), to: folder.file()))
        var replayer = try Replayer(program: GameProgram(change: change), timeline: folder.file())
        #expect(try replayer.next()?.seq == 1)
        let prefix = "the reducer of step 2 of \(folder.file()) diverges from the recorded one: "
        #expect(errorMessage { try replayer.next() } == prefix + expected)
        // The replayer is where it was.
        #expect(replayer.position == 1)
        #expect(errorMessage { try replayer.next() } == prefix + expected)
        #expect(try replayer.state(at: 1) == Game())
        #expect(throws: ReplayError.self) { try replayer.state(at: 2) }
        #expect(try replayer.state(at: 3) == state)
        do { _ = try replayer.state(at: 2) } catch { #expect(error.code == .generated) }
    }

    @Test func aFreshReplayReusesValuesByKindAndMakesTheOthersFromASeed() throws {
        let state = record(Array(repeating: .everything, count: 5))
        func replayed(_ change: GameProgram.Change) throws -> (state: Game, made: Int) {
            var replayer = try Replayer(program: GameProgram(change: change), timeline: folder.file(), fresh: true)
            while try replayer.next() != nil {}
            return (try replayer.state(at: 5), replayer.counts.madeValues)
        }
        for change in [GameProgram.Change.none, .otherOrder] {
            let same = try replayed(change)
            #expect(same.state == state)
            #expect(same.made == 0)
        }
        let less = try replayed(.asksForLess)
        #expect(less.made == 0)
        #expect(less.state.rolls == state.rolls && less.state.ids.isEmpty)
        let more = try replayed(.asksForMore)
        #expect(more.made == 5)
        #expect(more.state.ids.count == 10 && Set(more.state.ids).count == 10)
        #expect((0..<5).map { more.state.ids[2 * $0] } == state.ids)
        #expect(try replayed(.asksForMore).state == more.state)
        let smaller = try replayed(.smallerRange)
        #expect(smaller.made == 5)
        #expect(smaller.state.rolls.allSatisfy { (1...6).contains($0) })
    }

    @Test func aStepThatIsLeftOutTakesItsValuesWithIt() throws {
        let state = record(Array(repeating: .everything, count: 4))
        let replayer = try Replayer(program: GameProgram(), timeline: folder.file())
        let without = try replayer.lastState(skipping: [2])
        #expect(without.ids == [state.ids[0], state.ids[2], state.ids[3]])
        let changed = try replayer.lastState(changing: [2: .rolled(sides: 100)])
        #expect(changed.rolls == state.rolls)
        #expect(changed.ids == [state.ids[0], state.ids[2], state.ids[3]])
    }
}
