import TestSupport
import Testing
import TimelineKit

struct ProgramTests {
    @Test func aProgramHasNoInvariantsByDefault() {
        #expect(CounterProgram().invariants.isEmpty)
    }

    @Test func anInvariantHoldsOrNot() {
        let rule = Invariant<Counter>("never negative") { $0.count >= 0 }
        #expect(rule.name == "never negative")
        #expect(rule.holds(Counter(count: 0)))
        #expect(!rule.holds(Counter(count: -1)))
    }
}
