import Testing
import TimelineTestPrograms
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@testable import TimelineDebugger

@Suite(.ownThreads)
struct TrialRunTests {
    /// What is reduced from the first state on gives the counts that were written, wherever a state is known.
    @Test func allStepsGiveTheRecordedStates() throws {
        for var seed in Seed.several(Harness.count(small: 100, full: 3000)) {
            let (timeline, counts) = WrittenTimeline.random(losesStates: false, using: &seed)
            let run = try TrialRun(CounterProgram(), try timeline.journal, through: timeline.seq)
            var seen = [Int?](repeating: nil, count: counts.count)
            seen[0] = run.first.state.value.object?["count"]?.int
            let reducer = try TrialReducer(CounterProgram(), run)
            try reducer.replay(reducer.steps) { index, state, _ in
                seen[run.steps[index].step.seq] = state.count
                return true
            }
            #expect(seen == counts, "\(seed)")
        }
    }

    @Test func aRunSurvivesItsText() throws {
        var timeline = WrittenTimeline(count: 3, adding: [1])
        timeline.set(7)
        timeline.add(2, from: "effect", cause: 1)
        for step in 1...2 { timeline.cancel(step) }
        let run = try TrialRun(CounterProgram(), try timeline.journal, through: 3)
        let kept = [run.steps[0], run.steps[2]]
        #expect(kept.map(\.canceled) == [[], [1, 2]])
        let again = try TrialRun.all(text: run.text(of: kept))[0]
        #expect(again.steps == kept)
        let reducer = try TrialReducer(CounterProgram(), again)
        #expect(reducer.first.count == 3)
        var counts: [Int] = []
        try reducer.replay(reducer.steps) { _, state, _ in
            counts.append(state.count)
            return true
        }
        #expect(counts == [4, 6])
    }

    @Test func aRequestSurvivesItsMessage() throws {
        let timeline = WrittenTimeline(adding: Array(1...9))
        let steps = try TrialRun(CounterProgram(), try timeline.journal, through: 9).steps
        let indexes = Dictionary(uniqueKeysWithValues: steps.enumerated().map { ($1.step.seq, $0) })
        let changed = steps[4].changed(["reset": [:]])
        let run = [steps[1], steps[2], changed, steps[5], steps[8]]
        let request = try #require(TrialRequest(.judge, run, of: steps, indexes: indexes))
        let again = try JSONCoding.decode(TrialRequest.self, from: JSONCoding.encode(request))
        #expect(again.task == .judge)
        #expect(again.ranges == [1..<3, 4..<6, 8..<9])
        #expect(again.actions.mapValues(\.value) == [4: ["reset": [:]]])
        // The run has other steps.
        #expect(TrialRequest(.judge, [steps[2], steps[1]], of: steps, indexes: indexes) == nil)
        let other = TrialStep(step: WrittenTimeline.adding(1, seq: 10))
        #expect(TrialRequest(.judge, [other], of: steps, indexes: indexes) == nil)
    }

    @Test func aStepAfterWhichNoStateIsKnownCannotBeTried() throws {
        var timeline = WrittenTimeline()
        timeline.opaque(1)
        timeline.add(1)
        let error = #expect(throws: ReplayError.self) {
            try TrialRun(CounterProgram(), try timeline.journal, through: 2)
        }
        #expect(error?.code == .unavailable)
    }
}
