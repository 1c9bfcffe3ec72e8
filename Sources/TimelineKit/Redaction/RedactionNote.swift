/// The `redaction` of a header. Never contains the key.
///
///     "redaction":{"how":"HMAC-SHA-256","marked":true,"state":["$.user.email"],"actions":["$.signedIn.password"]}
package struct RedactionNote: Equatable, Sendable {
    package var marked: Bool
    package var state: [String]
    package var actions: [String]
    /// Whether the names of marks are hidden. Written only if true.
    package var marks: Bool

    package init(marked: Bool, state: [String], actions: [String], marks: Bool = false) {
        (self.marked, self.state, self.actions, self.marks) = (marked, state, actions, marks)
    }

    package init?(_ header: Header) {
        guard let object = header.object["redaction"]?.object else { return nil }
        marked = object["marked"]?.bool ?? false
        state = (object["state"]?.array ?? []).compactMap(\.string)
        actions = (object["actions"]?.array ?? []).compactMap(\.string)
        marks = object["marks"]?.bool ?? false
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
}
