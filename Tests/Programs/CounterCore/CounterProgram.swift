public import TimelineKit

/// The smallest program that tests of the tool need: it counts, and it can be made to trap.
public struct CounterProgram: Program {
    public let name = "counter"
    public let version = "1.0.0"
    public let initialState = Counter(count: 0)
    public let invariants = [
        Invariant<Counter>("count is never negative") { $0.count >= 0 },
        Invariant<Counter>("count is small") { $0.count < 1_000_000 },
    ]

    public init() {}

    public func reduce(_ state: inout Counter, _ action: CounterAction) {
        switch action {
        case .increment: state.count += 1
        case .add(let amount): state.count += amount
        case .reset: state.count = 0
        case .crash: fatalError("asked to crash")
        }
    }
}
