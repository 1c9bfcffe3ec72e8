package import TimelineJSON
internal import TimelineQuerying

/// A state is bad where a condition holds for it: `$.cart.total < 0`. Only the members of a state that the condition looks at
/// are encoded, and where they are those of the state before, so is the verdict.
///
/// An object, since it keeps which of its paths led to nothing. Not for more than one thread at a time.
package final class ExpressionPredicate<State>: StatePredicate {
    private typealias Text = UnsafeBufferPointer<UInt8>

    private let condition: JSONCondition
    /// Lends the JSON text of what the condition looks at.
    private let withText: (State, (Text) -> Result<Verdict, any Error>) throws -> Result<Verdict, any Error>
    private var unseen: UnseenPaths
    /// The text that was judged last.
    private var last: (text: [UInt8], verdict: Verdict)?

    /// - Throws: `JSONPathError`, with the column.
    package init(_ expression: String) throws(JSONPathError) where State: Encodable {
        let condition = try JSONCondition(parsing: expression)
        let members = condition.members
        self.condition = condition
        withText = { try JSONCoding.withText(of: $0, only: members, $1) }
        unseen = UnseenPaths(condition)
    }

    /// Judges states that are JSON.
    ///
    /// - Throws: `JSONPathError`, with the column.
    package init(_ expression: String) throws(JSONPathError) where State == JSONText {
        condition = try JSONCondition(parsing: expression)
        withText = { $0.withBytes($1) }
        unseen = UnseenPaths(condition)
    }

    package func verdict(on state: State) throws -> Verdict {
        try withText(state) { text in Result { try judge(text) } }.get()
    }

    private func judge(_ text: Text) throws -> Verdict {
        if let last, last.text.count == text.count, last.text.elementsEqual(text) { return last.verdict }
        let value = try JSON(parsing: text)
        unseen.look(at: value)
        let verdict: Verdict = try condition.holds(for: value) ? .bad : .good
        last = (Array(text), verdict)
        return verdict
    }

    package var unseenPaths: [String] { unseen.paths }

    package var isCheap: Bool { true }
}
