import Testing
import TimelineDebugger
import TimelineTestPrograms
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@testable import TimelineTool

@Suite(.ownThreads)
struct ProgramInvariantsTests {
    private struct Adding: Program {
        let name = "counter"
        let version = "1.0.0"
        let initialState = Counter(count: 0)
        let changeRules = [
            ChangeRule<Counter, CounterAction>("only a reset lowers the count") { before, action, after in
                after.count >= before.count || action == .reset
            }
        ]

        func reduce(_ state: inout Counter, _ action: CounterAction) {}
    }

    private static func invariants(exactTime: Duration = .seconds(1)) throws -> ProgramInvariants<CounterProgram> {
        try invariants(of: CounterProgram(isFixed: false), exactTime: exactTime)
    }

    /// Those of the program, after a recording with state 0 at position 0.
    private static func invariants<P: Program>(
        of program: P, exactTime: Duration = .seconds(1)
    ) throws -> ProgramInvariants<P> {
        let journal = try Journal(bytes: Array(Recorded.text(Array(Recorded.lines[..<2])).utf8), name: "run.jsonl")
        let view = TimelineView(journal: journal, file: "run.jsonl", range: 0...0, rule: nil)
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

    private static func check(_ invariants: ProgramInvariants<some Program>) {
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
                invariants.add(Self.state(isBad ? -1 : 1), at: seq, from: nil)
                if Int.random(in: 0..<5, using: &seed) == 0 { Self.check(invariants) }
            }
            Self.check(invariants)
            #expect(invariants.found.bad == expected, "\(seed)")
            guard let first = expected.ranges.first?.lowerBound else { continue }
            #expect(Self.verdict(invariants) == "\(first): count is never negative", "\(seed)")
        }
    }

    @Test func everyChangeIsJudgedIfThereIsTimeAndItsActionIsKnown() throws {
        for var seed in Seed.several(Harness.count(small: 100, full: 2000)) {
            let invariants = try Self.invariants(of: Adding())
            var expected = RangeSet<Int>()
            var count = 5
            invariants.begin(with: Self.state(count), at: 0)
            for seq in 1...60 {
                let action = [#"{"reset":{}}"#, #"{"increment":{}}"#, nil].randomElement(using: &seed)!
                let next = Int.random(in: 0...9, using: &seed)
                if next < count, action == #"{"increment":{}}"# { expected.insert(contentsOf: seq..<seq + 1) }
                count = next
                invariants.add(Self.state(count), at: seq, from: action.map { JSONText(unchecked: Array($0.utf8)) })
                if Int.random(in: 0..<5, using: &seed) == 0 { Self.check(invariants) }
            }
            Self.check(invariants)
            #expect(invariants.found.bad == expected, "\(seed)")
        }
    }

    @Test func withoutTimeTheFirstBadStateIsFoundFromFewStates() throws {
        for var seed in Seed.several(Harness.count(small: 100, full: 2000)) {
            let invariants = try Self.invariants(exactTime: .zero)
            invariants.add(Self.state(1), at: 1, from: nil)
            Self.check(invariants)
            let turn = Int.random(in: 2...60, using: &seed)
            for seq in 2...60 { invariants.add(Self.state(seq < turn ? 1 : -1), at: seq, from: nil) }
            Self.check(invariants)
            #expect(Self.spans(invariants) == [turn..<61], "\(seed)")
            #expect(Self.verdict(invariants) == "\(turn): count is never negative", "\(seed)")
            #expect(invariants.due == nil)
        }
    }

    /// States that were not checked are unknown.
    @Test func ofManyStatesThatWaitTheLastOnesAreChecked() throws {
        let invariants = try Self.invariants()
        for seq in 1...100 { invariants.add(Self.state(-1), at: seq, from: nil) }
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
        invariants.add(["count": "many"], at: 1, from: nil)
        invariants.check()
        invariants.add(Self.state(-1), at: 2, from: nil)
        invariants.check()
        #expect(Self.spans(invariants) == [])
        #expect(
            Self.verdict(invariants) == """
                The state after step 1 is not one of the program “counter”, so invariants are not checked from there on: \
                $.count: Expected to decode Int but found a string instead.
                """)
    }
}
