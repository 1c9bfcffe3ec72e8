import TimelineKit

package struct Total: Codable, Equatable, Sendable {
    package var count = 0

    package init(count: Int = 0) { self.count = count }
}

package enum TotalAction: Codable, Equatable, Sendable {
    case add(by: Int)
    case reset
}

/// The smallest program: a number.
package struct TotalProgram: Program {
    package let name = "counter"
    package let version = "1.0.0"
    package let initialState = Total()
    package var reducer: @Sendable (inout Total, TotalAction) -> Void = reduceTotal

    package init(reducer: @escaping @Sendable (inout Total, TotalAction) -> Void = reduceTotal) {
        self.reducer = reducer
    }

    package func reduce(_ state: inout Total, _ action: TotalAction) { reducer(&state, action) }
}

@Sendable package func reduceTotal(_ state: inout Total, _ action: TotalAction) {
    switch action {
    case .add(let number): state.count += number
    case .reset: state.count = 0
    }
}
