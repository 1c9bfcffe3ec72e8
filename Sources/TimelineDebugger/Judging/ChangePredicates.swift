internal import TimelineReplay
package import TimelineKit

/// Bad where a transition invariant of the program is broken.
struct ChangeRulePredicate<P: Program>: StatePredicate {
    let rule: ChangeRule<P.State, P.Action>

    var readsChanges: Bool { true }

    func verdict(on state: P.State, from change: StateChange<P.State>?) -> Verdict {
        guard let change, let action = change.action as? P.Action else { return .good }
        return rule.holds(change.before, action, state) ? .good : .bad
    }
}

/// Bad where a condition holds for `{"before":…,"action":…,"after":…}`.
package struct ChangeCondition<State: Encodable>: StatePredicate {
    private let condition: ExpressionPredicate<Document>

    package init(_ expression: String) throws(JSONPathError) { condition = try ExpressionPredicate(expression) }

    package var readsChanges: Bool { true }
    package var unseenPaths: [String] { condition.unseenPaths }

    package func verdict(on state: State, from change: StateChange<State>?) throws -> Verdict {
        try change.map { try condition.verdict(on: Document(change: $0, after: state)) } ?? .good
    }

    private struct Document: Encodable, HasText {
        let change: StateChange<State>
        let after: State

        enum CodingKeys: CodingKey { case before, action, after }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(change.before, forKey: .before)
            try container.encode(change.action, forKey: .action)
            try container.encode(after, forKey: .after)
        }

        var text: JSONText? {
            guard let before = change.before as? JSONText, let action = change.action as? JSONText,
                let after = after as? JSONText
            else { return nil }
            return JSONText(.members(["before": before.value, "action": action.value, "after": after.value]))
        }
    }
}
