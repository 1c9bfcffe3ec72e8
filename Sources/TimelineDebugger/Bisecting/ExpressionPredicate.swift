package import TimelineJSON

/// A state is bad where a condition holds for it: `$.cart.total < 0`.
///
/// An object, since it keeps which of its paths led to nothing. Not for more than one thread at a time.
package final class ExpressionPredicate<State>: StatePredicate {
    private let condition: JSONCondition
    private let json: (State) throws -> JSON
    private var unseen: UnseenPaths

    /// - Throws: `JSONPathError`, with the column.
    package init(_ expression: String) throws(JSONPathError) where State: Encodable {
        condition = try JSONCondition(parsing: expression)
        json = { try JSONCoding.encode($0).value }
        unseen = UnseenPaths(condition)
    }

    /// Judges states that are JSON.
    ///
    /// - Throws: `JSONPathError`, with the column.
    package init(_ expression: String) throws(JSONPathError) where State == JSONText {
        condition = try JSONCondition(parsing: expression)
        json = { $0.value }
        unseen = UnseenPaths(condition)
    }

    package func verdict(on state: State) throws -> Verdict {
        let value = try json(state)
        unseen.look(at: value)
        return try condition.holds(for: value) ? .bad : .good
    }

    package var unseenPaths: [String] { unseen.paths }

    package var isCheap: Bool { true }
}
