import CounterCore
import Testing
import TimelineJournal
import TimelineKit

@testable import TimelineDebugger

/// Searches of timelines with steps that are not in the file or cannot be reduced.
struct BisectGapTests {
    @Test func stepsInAGapAreNotDistinguished() throws {
        var timeline = WrittenTimeline()
        for _ in 1...17 { timeline.add(1) }
        timeline.gap(of: 23, adding: -100)
        timeline.snapshot()
        for _ in 41...45 { timeline.add(1) }
        #expect(try search(timeline) == .cannotTell(18...40, probes: 5))
        #expect(try scan(timeline, all: true) == .cannotTell(18...40, probes: 46))
        #expect(try scan(timeline) == .cannotTell(18...40, probes: 41))
    }

    @Test func aGapNextToTheCulpritTakesOneProbe() throws {
        var timeline = WrittenTimeline()
        for _ in 1...10 { timeline.add(1) }
        timeline.gap(of: 100_000)
        timeline.snapshot()
        for _ in 1...10 { timeline.add(1) }
        timeline.add(-1000)
        timeline.add(1)
        let answer = try search(timeline)
        #expect(
            answer
                == found(
                    WrittenTimeline.adding(-1000, seq: 100_021), 20, -980, probes: answer.probes, spans: nil,
                    0...100_022))
        #expect(answer.probes <= 9)
    }

    @Test func aSingleStepThatIsNotOnFileIsNamedButNotShown() throws {
        var timeline = WrittenTimeline()
        timeline.add(1)
        timeline.gap(of: 1, adding: -5)
        timeline.snapshot()
        timeline.add(1)
        #expect(try search(timeline) == .cannotTell(2...2, probes: 4))
        #expect(try scan(timeline, all: true) == .cannotTell(2...2, probes: 4))
        #expect(try scan(timeline) == .cannotTell(2...2, probes: 3))
    }

    @Test func anOpaqueActionIsFoundBetweenTwoStates() throws {
        var timeline = WrittenTimeline()
        timeline.add(1)
        timeline.opaque(-5)
        timeline.snapshot()
        timeline.add(1)
        let step = Step(seq: 2, at: WrittenTimeline.at(2), change: .opaque("something"))
        #expect(try search(timeline) == found(step, 1, -4, probes: 4, spans: [2...3], 0...3))
        #expect(try scan(timeline, all: true) == found(step, 1, -4, probes: 4, spans: [2...3], 0...3))
    }

    @Test func stepsAfterAnOpaqueActionAreNotDistinguished() throws {
        var timeline = WrittenTimeline()
        timeline.add(1)
        timeline.opaque(1)
        timeline.add(-5)
        timeline.add(1)
        timeline.snapshot()
        #expect(try search(timeline) == .cannotTell(2...4, probes: 4))
    }

    @Test func aSetStateIsFound() throws {
        var timeline = WrittenTimeline()
        timeline.add(1)
        timeline.add(1)
        timeline.set(-3, by: "hotReload")
        timeline.add(1)
        let step = Step(
            seq: 3, at: WrittenTimeline.at(3), change: .set(WrittenTimeline.state(-3), by: "hotReload"))
        #expect(try search(timeline) == found(step, 2, -3, probes: 4, spans: [3...4], 0...4))
    }

    @Test func aSetStateAfterAGapIsOneOfSeveralCandidates() throws {
        var timeline = WrittenTimeline()
        timeline.add(1)
        timeline.gap(of: 2)
        timeline.set(-3)
        timeline.add(1)
        #expect(try search(timeline) == .cannotTell(2...4, probes: 5))
    }
}
