import TimelineKit

struct Counter: Codable, Equatable, Sendable {
    var count = 0
}

enum CounterAction: Codable, Equatable, Sendable {
    case add(by: Int)
    case reset
}

/// The smallest program: a number.
struct CounterProgram: Program {
    let name = "counter"
    let version = "1.0.0"
    let initialState = Counter()
    var reducer: @Sendable (inout Counter, CounterAction) -> Void = reduceCounter

    func reduce(_ state: inout Counter, _ action: CounterAction) { reducer(&state, action) }
}

@Sendable func reduceCounter(_ state: inout Counter, _ action: CounterAction) {
    switch action {
    case .add(let number): state.count += number
    case .reset: state.count = 0
    }
}
