import Testing
import TimelineKit
import TimelineReplay
import TimelineStore
import TimelineTestPrograms
import TimelineTestSupport

/// Replays of so many steps that their lines are decoded ahead, in blocks of 64 KiB.
struct GeneratedReadAheadTests {
    /// A step's values may lie in the block after its own, or in more than one.
    @Test func aLongReplayGivesTheRecordedStates() throws {
        var random = Seed()
        let seed = "\(random)"
        for _ in 0..<Harness.count(small: 1, full: 40) {
            let folder = TemporaryFolder()
            let recorder = Recorder(
                program: GameProgram(), in: .file(folder.file()),
                options: RecorderOptions(snapshots: .every(Int.random(in: 1...700, using: &random))))
            let store = Store(program: GameProgram(), middleware: [recorder.middleware])
            let large = Int.random(in: 100...1_100, using: &random)
            var states = [store.state]
            for step in 1...1_200 {
                store.dispatch(step == large ? .rolledOften(count: 2_500) : .any(using: &random))
                if Int.random(in: 1...20, using: &random) == 1 { recorder.mark("step \(step)") }
                states.append(store.state)
            }
            recorder.finish()
            for isFresh in [false, true] {
                var replayer = try Replayer(program: GameProgram(), timeline: folder.file(), fresh: isFresh)
                while let step = try replayer.next() { #expect(step.state == states[step.seq], "\(seed)") }
                #expect(replayer.position == 1_200 && replayer.divergence == nil, "\(seed)")
                #expect(replayer.counts.replayed == 1_200 && replayer.counts.madeValues == 0, "\(seed)")
                // Many steps at once.
                var visiting = try Replayer(program: GameProgram(), timeline: folder.file(), fresh: isFresh)
                var visited: [Int] = []
                while let reached = try visiting.advance(
                    upTo: (visiting.position ?? 0) + Int.random(in: 1...400, using: &random),
                    visiting: { position, state in
                        #expect(state == states[position], "\(seed)")
                        visited.append(position)
                        return true
                    })
                {
                    visited.append(reached)
                    #expect(visiting.withCurrentState { $0 == states[reached] } == true, "\(seed)")
                }
                #expect(visited == Array(1...1_200), "\(seed)")
                var seeking = try Replayer(program: GameProgram(), timeline: folder.file(), fresh: isFresh)
                for seq in [1_150, large, 3, 1_200] {
                    #expect(try seeking.state(at: seq) == states[seq], "\(seed)")
                }
            }
            // The bundle keeps the values of its steps.
            let count = Int.random(in: 1...1_200, using: &random)
            let bundle = try CrashBundle(of: Journal(opening: folder.file()), program: GameProgram(), last: count)
            var cut = try Replayer(program: GameProgram(), timeline: folder.write(bundle.bytes, to: "bundle.jsonl"))
            while let step = try cut.next() { #expect(step.state == states[step.seq], "\(seed)") }
            #expect(cut.divergence == nil && cut.position == 1_200, "\(seed)")
        }
    }

    /// The steps before the one that diverges count, and are visited once.
    @Test func aReducerThatAsksForOtherValuesDivergesAtTheStep() throws {
        let folder = TemporaryFolder()
        let actions: [GameAction] = (1...500).map { $0 == 300 ? .everything : .identified }
        let state = RecordedSession.record(actions, of: GameProgram(), to: folder.file())
        var replayer = try Replayer(program: GameProgram(change: .asksForLess), timeline: folder.file())
        var visited: [Int] = []
        let error = errorMessage {
            while let reached = try replayer.advance(
                upTo: 500,
                visiting: { position, _ in
                    visited.append(position)
                    return true
                })
            { visited.append(reached) }
        }
        let message =
            "the reducer of step 300 of \(folder.file()) diverges from the recorded one: it does not ask for the generated "
            + "value \"uuid\" on file"
        #expect(error == message)
        #expect(visited == Array(1...299))
        #expect(replayer.position == 299)
        #expect(replayer.counts.replayed == 299)
        #expect(replayer.withCurrentState { $0.ids == Array(state.ids.prefix(299)) } == true)
        #expect(errorMessage { try replayer.next() } == message)
        #expect(replayer.position == 299)
        #expect(try replayer.state(at: 500) == state)
    }

    /// In a fresh replay too, each step gets the same new values in each replay, however its line was read.
    @Test func newValuesOfAFreshReplayDoNotDependOnHowLinesAreRead() throws {
        let folder = TemporaryFolder()
        RecordedSession.record(
            Array(repeating: .everything, count: 1_500), of: GameProgram(), to: folder.file())
        let program = GameProgram(change: .asksForMore)
        var stepping = try Replayer(program: program, timeline: folder.file(), fresh: true)
        while try stepping.next() != nil {}
        #expect(stepping.counts.madeValues == 1_500)
        let ahead = try stepping.state(at: 1_500)
        #expect(ahead.ids.count == 3_000)
        // `lastState` reads line by line.
        #expect(try Replayer(program: program, timeline: folder.file(), fresh: true).lastState() == ahead)
    }
}
