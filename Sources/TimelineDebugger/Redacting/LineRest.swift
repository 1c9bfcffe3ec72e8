internal import TimelineJSON
internal import TimelineJournal

/// What a line holds beside the keys that this version knows, and that no path leads to: of a line of an unknown kind it is
/// all, of a header what it says of a crash, too.
enum LineRest {
    /// The keys whose values are told by themselves, or tell nothing that an app could have put in.
    private static let known: [String: Set<String>] = [
        "header": [
            "timeline", "session", "program", "version", "started", "segment", "snapshots", "redaction", "dropped",
            "requires", "checksums", "crc",
        ],
        "platform": ["os", "arch", "swift"], "gap": ["through", "why"], "end": ["actions", "snapshots"],
        "line": ["seq", "at", "crc"],
        "step": ["seq", "at", "crc", "action", "opaque", "set", "by", "from", "cause"],
        "snapshot": ["seq", "at", "crc", "state"], "mark": ["seq", "at", "crc", "mark"],
    ]

    static func of(_ line: LocatedLine) -> JSON {
        guard let object = (try? JSON(parsing: line.bytes))?.object else { return .null }
        let kind =
            switch line.content {
            case .header: "header"
            case .step: "step"
            case .snapshot: "snapshot"
            case .mark: "mark"
            case .gap, .end, .unknown: "line"
            }
        let rest = without(kind, object).members.map { member in
            guard ["platform", "gap", "end"].contains(member.key), let inner = member.value.object else {
                return member
            }
            return .init(key: member.key, value: .object(without(member.key, inner)))
        }
        return .object(JSONObject(rest))
    }

    private static func without(_ kind: String, _ object: JSONObject) -> JSONObject {
        JSONObject(object.members.filter { !(known[kind]?.contains($0.key) ?? false) })
    }
}
