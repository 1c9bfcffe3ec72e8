package import TimelineJSON

/// A state is bad where a condition holds for it: `$.cart.total < 0`.
package struct ExpressionPredicate<State>: StatePredicate {
    private let condition: JSONCondition
    private let json: (State) throws -> JSON

    /// - Throws: `JSONPathError`, with the column.
    package init(_ expression: String) throws(JSONPathError) where State: Encodable {
        condition = try JSONCondition(parsing: expression)
        json = { try JSONCoding.encode($0).value }
    }

    /// Judges states that are JSON.
    ///
    /// - Throws: `JSONPathError`, with the column.
    package init(_ expression: String) throws(JSONPathError) where State == JSONText {
        condition = try JSONCondition(parsing: expression)
        json = { $0.value }
    }

    package func verdict(on state: State) throws -> Verdict {
        try condition.holds(for: try json(state)) ? .bad : .good
    }

    package var isCheap: Bool { true }
}
