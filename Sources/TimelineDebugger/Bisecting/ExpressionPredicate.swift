package import TimelineJSON
internal import TimelineQuerying

/// Bad where the condition holds. Encodes only the members that it reads, and reuses the last verdict where these are equal.
package final class ExpressionPredicate<State>: StatePredicate {
    private typealias Text = UnsafeBufferPointer<UInt8>

    private let condition: JSONCondition
    private let withText: (State, (Text) -> Result<Verdict, any Error>) throws -> Result<Verdict, any Error>
    private var unseen: UnseenPaths
    private var last: (text: JSONText, verdict: Verdict)?

    package init(_ expression: String) throws(JSONPathError) where State: Encodable {
        let condition = try JSONCondition(parsing: expression)
        let members = condition.members
        self.condition = condition
        withText = { try JSONCoding.withText(of: $0, only: members, $1) }
        unseen = UnseenPaths(condition)
    }

    package init(_ expression: String) throws(JSONPathError) where State == JSONText {
        condition = try JSONCondition(parsing: expression)
        withText = { $0.withBytes($1) }
        unseen = UnseenPaths(condition)
    }

    package func verdict(on state: State) throws -> Verdict {
        try withText(state) { text in Result { try judge(text) } }.get()
    }

    private func judge(_ text: Text) throws -> Verdict {
        if let last, last.text.count == text.count, last.text.begins(text) { return last.verdict }
        let value = try JSON(parsing: text)
        unseen.evaluate(in: value)
        let verdict: Verdict = try condition.holds(for: value) ? .bad : .good
        last = (JSONText(unchecked: text), verdict)
        return verdict
    }

    package var unseenPaths: [String] { unseen.paths }

    package func readsSame(_ one: State, _ other: State) -> Bool {
        var texts: [JSONText] = []
        for state in [one, other] {
            _ = try? withText(state) { text in
                texts.append(JSONText(unchecked: text))
                return .success(.good)
            }
        }
        return texts.count == 2 && texts[0] == texts[1]
    }

    package var isCheap: Bool { true }
}
