package import TimelineKit
internal import TimelineReplay

/// Encodes only the members that a query reads. If they equal the same members of the state before, the query is not evaluated again.
package final class CachedQuery<State: Encodable, Answer> {
    private let members: MemberTree
    private let evaluate: (JSON) throws -> Answer
    private var unseen: UnseenPaths
    private let mayHaveText = State.self is any HasText.Type
    private(set) var last: (text: JSONText, answer: Answer)?

    init(_ members: MemberTree, _ unseen: UnseenPaths, evaluate: @escaping (JSON) throws -> Answer) {
        (self.members, self.unseen, self.evaluate) = (members, unseen, evaluate)
    }

    package var unseenPaths: [String] { unseen.paths }

    func reset() { last = nil }

    func answer(for state: State) throws -> (Answer, isNew: Bool) {
        try withText(of: state) { text in Result { try answer(to: text) } }.get()
    }

    private func answer(to text: UnsafeBufferPointer<UInt8>) throws -> (Answer, isNew: Bool) {
        if let last, last.text.count == text.count, last.text.begins(text) { return (last.answer, false) }
        let value = try JSON(parsing: text)
        unseen.evaluate(in: value)
        let answer = try evaluate(value)
        last = (JSONText(unchecked: text), answer)
        return (answer, true)
    }

    /// Valid until `body` returns. That of a recorded state has the other members, too.
    func withText<Value>(of state: State, _ body: (UnsafeBufferPointer<UInt8>) -> Value) throws -> Value {
        if let text = state as? JSONText { return text.withBytes(body) }
        if mayHaveText, let text = (state as? any HasText)?.text { return text.withBytes(body) }
        return try JSONCoding.withText(of: state, only: members, body)
    }
}

/// What may be JSON text already.
protocol HasText { var text: JSONText? { get } }

/// Bad where a condition holds.
package typealias ExpressionPredicate<State: Encodable> = CachedQuery<State, Verdict>

extension CachedQuery: StatePredicate where Answer == Verdict {
    package convenience init(_ expression: String) throws(JSONPathError) {
        let condition = try JSONCondition(parsing: expression)
        self.init(condition.members, UnseenPaths(condition)) { try condition.holds(for: $0) ? .bad : .good }
    }

    package func verdict(on state: State, from _: StateChange<State>?) throws -> Verdict { try answer(for: state).0 }

    package func readsSame(_ one: State, _ other: State) -> Bool {
        let texts = [one, other].map { state in try? withText(of: state) { JSONText(unchecked: $0) } }
        return texts[0] != nil && texts[0] == texts[1]
    }
}
