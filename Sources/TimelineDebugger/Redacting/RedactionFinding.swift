package struct RedactionFinding: Equatable, Sendable, CustomStringConvertible {
    package enum Part: String, Sendable {
        case state, action, mark, from, by, gap, line

        var root: String { [.state, .action, .line].contains(self) ? "$" : "" }
    }

    package enum Kind: Sendable {
        case listed
        /// The same, but the value looks like a pseudonym, and the header does not list the place as hidden.
        case uncertain
        case elsewhere
    }

    package let kind: Kind
    package let part: Part
    /// A JSONPath; `~` is for names, `[*]` and `*` match any element or hidden name. Empty for a mark, an origin and the reason of a gap.
    package let path: String
    package let file: String
    package let line: Int
    package var times = 1

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
