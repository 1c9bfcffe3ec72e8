import Testing
import TimelineDebugger
import TimelineTestPrograms
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@testable import TimelineTool

@Suite(.ownThreads)
struct ProgramInvariantsTests {
    /// The invariants of the counter, after a recording with state 0 at position 0.
    private static func invariants(exactTime: Duration = .seconds(1)) throws -> ProgramInvariants<CounterProgram> {
        let journal = try Journal(bytes: Array(Recorded.text(Array(Recorded.lines[..<2])).utf8), name: "run.jsonl")
        let view = TimelineView(journal: journal, file: "run.jsonl", range: 0...0, rule: nil)
        let program = CounterProgram(isFixed: false)
        let rules = try view.rules(program)
        _ = try view.data(program, rules)
        return ProgramInvariants(program, view, rules, exactTime: exactTime)
    }

    private static func state(_ count: Int) -> JSON { ["count": .int(count)] }
    private static func spans(_ invariants: some PageInvariants) -> [Range<Int>] { Array(invariants.found.bad.ranges) }

    /// The step and the broken invariant, or why they are unknown.
    private static func verdict(_ invariants: some PageInvariants) -> String {
        switch invariants.found.verdict {
        case .culprit(let step, .invariant(let name))?: "\(step): \(name)"
        case .unknown(let text)?: text
        case let other: "\(other as Any)"
        }
    }

    private static func check(_ invariants: ProgramInvariants<CounterProgram>) {
        while let due = invariants.due, ContinuousClock.now < due {}
        invariants.check()
    }

    @Test func everyStateIsCheckedIfThereIsTime() throws {
        for var seed in Seed.several(Harness.count(small: 100, full: 2000)) {
            let invariants = try Self.invariants()
            var expected = RangeSet<Int>()
            for seq in 1...60 {
                let isBad = Bool.random(using: &seed)
                if isBad { expected.insert(contentsOf: seq..<seq + 1) }
                invariants.add(Self.state(isBad ? -1 : 1), at: seq)
                if Int.random(in: 0..<5, using: &seed) == 0 { Self.check(invariants) }
            }
            Self.check(invariants)
            #expect(invariants.found.bad == expected, "\(seed)")
            guard let first = expected.ranges.first?.lowerBound else { continue }
            #expect(Self.verdict(invariants) == "\(first): count is never negative", "\(seed)")
        }
    }

    @Test func withoutTimeTheFirstBadStateIsFoundFromFewStates() throws {
        for var seed in Seed.several(Harness.count(small: 100, full: 2000)) {
            let invariants = try Self.invariants(exactTime: .zero)
            invariants.add(Self.state(1), at: 1)
            Self.check(invariants)
            let turn = Int.random(in: 2...60, using: &seed)
            for seq in 2...60 { invariants.add(Self.state(seq < turn ? 1 : -1), at: seq) }
            Self.check(invariants)
            #expect(Self.spans(invariants) == [turn..<61], "\(seed)")
            #expect(Self.verdict(invariants) == "\(turn): count is never negative", "\(seed)")
            #expect(invariants.due == nil)
        }
    }

    /// States that were not checked are unknown.
    @Test func ofManyStatesThatWaitTheLastOnesAreChecked() throws {
        let invariants = try Self.invariants()
        for seq in 1...100 { invariants.add(Self.state(-1), at: seq) }
        invariants.check()
        #expect(Self.spans(invariants) == [37..<101])
        #expect(
            Self.verdict(invariants) == """
                The state at position 37 breaks the invariant “count is never negative”, since one of steps 1 to 37; the states \
                between are unknown.
                """)
    }

    @Test func aStateThatIsNotOfTheProgramEndsTheChecks() throws {
        let invariants = try Self.invariants()
        invariants.add(["count": "many"], at: 1)
        invariants.check()
        invariants.add(Self.state(-1), at: 2)
        invariants.check()
        #expect(Self.spans(invariants) == [])
        #expect(
            Self.verdict(invariants) == """
                The state after step 1 is not one of the program “counter”, so invariants are not checked from there on: \
                $.count: Expected to decode Int but found a string instead.
                """)
    }
}
