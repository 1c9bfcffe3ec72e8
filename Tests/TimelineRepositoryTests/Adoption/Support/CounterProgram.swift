import TimelineKit

struct Counter: Codable, Equatable, Sendable {
    var count = 0
}

enum CounterAction: Codable, Equatable, Sendable {
    case add(by: Int)
    case reset
}

struct CounterProgram: Program {
    let name = "counter"
    let version = "1.0.0"
    let initialState = Counter()

    func reduce(_ state: inout Counter, _ action: CounterAction) { reduceCounter(&state, action) }
}

@Sendable func reduceCounter(_ state: inout Counter, _ action: CounterAction) {
    switch action {
    case .add(let number): state.count += number
    case .reset: state.count = 0
    }
}
