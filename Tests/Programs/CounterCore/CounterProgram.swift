public import TimelineKit

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// The smallest program that tests of the tool need: it counts, and it can be made to trap.
public struct CounterProgram: Program {
    public let name = "counter"
    public let version = "1.0.0"
    public let initialState = Counter(count: 0)
    public let invariants = [
        Invariant<Counter>("count is never negative") { $0.count >= 0 },
        Invariant<Counter>("count is small") { $0.count < 1_000_000 },
    ]

    /// Whether `add` stops at 0: the fix of a bug for which there are recordings.
    private let isFixed: Bool

    /// The program of the executables: fixed where `COUNTER_FIXED` is set, as a newer build of it would be.
    public init() { self.init(isFixed: getenv("COUNTER_FIXED") != nil) }

    public init(isFixed: Bool) { self.isFixed = isFixed }

    public func reduce(_ state: inout Counter, _ action: CounterAction) {
        switch action {
        case .increment: state.count += 1
        case .add(let amount): state.count = max(isFixed ? 0 : .min, state.count + amount)
        case .reset: state.count = 0
        case .crash: fatalError("asked to crash")
        }
    }
}
