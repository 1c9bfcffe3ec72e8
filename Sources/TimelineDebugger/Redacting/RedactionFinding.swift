/// The place of a value that is not hidden, without the value.
///
///     run.jsonl, line 7: $.signedIn.password of the action is not hidden
package struct RedactionFinding: Equatable, Sendable, CustomStringConvertible {
    package enum Part: String, Sendable {
        case state, action, mark, from, by, gap, line
    }

    package enum Kind: Sendable {
        case listed
        /// The same, but the value looks like a pseudonym, and the header does not list the place as hidden.
        case uncertain
        /// No path selects the place, and its value contains a text that is hidden elsewhere.
        case elsewhere
    }

    package let kind: Kind
    package let part: Part
    /// The JSONPath of the place, with `~` for a name that is hidden elsewhere; empty for a mark, an origin and the reason of
    /// a gap. If the kind is `elsewhere`, `[*]` matches any element of an array, and `*` a name that is hidden elsewhere.
    package let path: String
    package let file: String
    package let line: Int
    package var times = 1

    /// The place in its line: `$.signedIn.password of the action`.
    package var place: String {
        switch part {
        case .state, .action, .line: "\(path) of the \(part.rawValue)"
        case .mark: "the name of the mark"
        case .from, .by: "\"\(part.rawValue)\" of the step"
        case .gap: "the reason of the gap"
        }
    }

    package var description: String {
        let finding =
            switch kind {
            case .listed: "\(place) is not hidden"
            case .uncertain:
                "whether \(place) is hidden cannot be decided: it looks like a pseudonym, and the header does not say that "
                    + "it is one"
            case .elsewhere: "\(place) holds a text that is to be hidden elsewhere"
            }
        return "\(file), line \(line): \(finding)"
    }
}
