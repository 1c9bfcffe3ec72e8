package import TimelineJSON

/// Bad where the condition holds.
package struct ExpressionPredicate<State: Encodable>: StatePredicate {
    private let query: CachedQuery<State, Verdict>

    package init(_ expression: String) throws(JSONPathError) {
        query = try CachedQuery(condition: expression)
    }

    package func verdict(on state: State) throws -> Verdict { try query.answer(for: state).0 }

    package var unseenPaths: [String] { query.unseenPaths }

    package func readsSame(_ one: State, _ other: State) -> Bool {
        let texts = [one, other].map { state in try? query.withText(of: state) { JSONText(unchecked: $0) } }
        return texts[0] != nil && texts[0] == texts[1]
    }
}
