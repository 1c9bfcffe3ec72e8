import TimelineKit

package struct Counter: Codable, Equatable, Sendable {
    package var count = 0

    package init(count: Int = 0) { self.count = count }
}

package enum CounterAction: Codable, Equatable, Sendable {
    case add(by: Int)
    case reset
}

/// The smallest program: a number.
package struct CounterProgram: Program {
    package let name = "counter"
    package let version = "1.0.0"
    package let initialState = Counter()
    package var reducer: @Sendable (inout Counter, CounterAction) -> Void = reduceCounter

    package init(reducer: @escaping @Sendable (inout Counter, CounterAction) -> Void = reduceCounter) {
        self.reducer = reducer
    }

    package func reduce(_ state: inout Counter, _ action: CounterAction) { reducer(&state, action) }
}

@Sendable package func reduceCounter(_ state: inout Counter, _ action: CounterAction) {
    switch action {
    case .add(let number): state.count += number
    case .reset: state.count = 0
    }
}
