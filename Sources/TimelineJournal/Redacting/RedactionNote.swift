package import TimelineJSON

/// What the header of a journal says of what is hidden in it; never the key.
///
///     "redaction":{"how":"HMAC-SHA-256","marked":true,"state":["$.user.email"],"actions":["$.signedIn.password"]}
package struct RedactionNote: Equatable, Sendable {
    /// Whether what the program marks as redacted was hidden when it was recorded.
    package var marked: Bool
    /// The paths that are hidden in states: snapshots, and states that were set.
    package var state: [String]
    /// The paths that are hidden in actions.
    package var actions: [String]
    /// Whether the names of marks are hidden. On file only where they are.
    package var marks: Bool

    package init(marked: Bool, state: [String], actions: [String], marks: Bool = false) {
        self.marked = marked
        self.state = state
        self.actions = actions
        self.marks = marks
    }

    /// What a header says; nil where it says nothing that can be understood.
    package init?(_ header: Header) {
        guard let object = header.object["redaction"]?.object else { return nil }
        marked = object["marked"]?.bool ?? false
        state = (object["state"]?.array ?? []).compactMap(\.string)
        actions = (object["actions"]?.array ?? []).compactMap(\.string)
        marks = object["marks"]?.bool ?? false
    }

    /// The paths in states and in actions, as far as they can be used: a header may be anybody's.
    var paths: (state: HiddenPaths, actions: HiddenPaths) {
        func usable(_ texts: [String]) -> HiddenPaths {
            (try? HiddenPaths(texts.filter { (try? HiddenPaths([$0])) != nil })) ?? .none
        }
        return (usable(state), usable(actions))
    }

    package var json: JSON {
        var object = JSONObject()
        object["how"] = .string(Pseudonyms.method)
        object["marked"] = .bool(marked)
        object["state"] = .array(state.map { .string($0) })
        object["actions"] = .array(actions.map { .string($0) })
        object["marks"] = marks ? .bool(true) : nil
        return .object(object)
    }

    /// Both notes in one, for a journal that was redacted again.
    func adding(_ other: RedactionNote) -> RedactionNote {
        func both(_ one: [String], _ more: [String]) -> [String] { one + more.filter { !one.contains($0) } }
        return RedactionNote(
            marked: marked || other.marked, state: both(state, other.state), actions: both(actions, other.actions),
            marks: marks || other.marks)
    }
}
