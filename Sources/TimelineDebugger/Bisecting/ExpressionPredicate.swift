package import TimelineJSON

/// A state is bad where a condition holds for it: `$.cart.total < 0`.
package struct ExpressionPredicate<State: Encodable>: StatePredicate {
    private let condition: JSONCondition

    /// - Throws: `JSONPathError`, with the column.
    package init(_ expression: String) throws(JSONPathError) {
        condition = try JSONCondition(parsing: expression)
    }

    package func verdict(on state: State) throws -> Verdict {
        try condition.holds(for: try JSONCoding.encode(state).value) ? .bad : .good
    }

    package var isCheap: Bool { true }
}
