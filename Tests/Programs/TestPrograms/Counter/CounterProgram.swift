import Foundation
public import TimelineKit

/// The smallest program that tests of the tool need: it counts, and it can be made to trap.
public struct CounterProgram: Program {
    public let name = "counter"
    public let version: String
    public let initialState = Counter(count: 0)
    public let invariants = [
        Invariant<Counter>("count is never negative") { $0.count >= 0 },
        Invariant<Counter>("count is small") { $0.count < 1_000_000 },
    ]

    /// Whether `add` stops at 0: the fix of a bug for which there are recordings.
    private let isFixed: Bool

    /// The program of the executables: fixed where `COUNTER_FIXED` is set, as a newer build of it would be.
    /// Its version is `COUNTER_VERSION`, if that is set.
    public init() {
        self.init(
            isFixed: getenv("COUNTER_FIXED") != nil,
            version: getenv("COUNTER_VERSION").map { String(cString: $0) } ?? "1.0.0")
    }

    public init(isFixed: Bool, version: String = "1.0.0") { (self.isFixed, self.version) = (isFixed, version) }

    public func reduce(_ state: inout Counter, _ action: CounterAction) {
        switch action {
        case .increment: state.count += 1
        case .add(let amount): state.count = max(isFixed ? 0 : .min, state.count + amount)
        case .reset:
            CounterFault.current?.occur()
            state.count = 0
        case .crash: fatalError("asked to crash")
        case .wait(let count):
            if state.count != count, let file = getenv("COUNTER_WAITING_FILE") {
                close(open(file, O_CREAT | O_WRONLY, 0o600))
            }
            while state.count != count { sleep(1) }
        case .say(let text):
            print(text, terminator: "")
            fflush(nil)
        }
    }
}
