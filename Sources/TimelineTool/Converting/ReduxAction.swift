internal import TimelineJSON
internal import TimelineJournal

/// A step as an action of Redux: an object with a text `type`. Every step has one, and becomes the same step again.
///
///     {"add":{"amount":5}}            {"type":"add","payload":{"amount":5}}
///     {"refresh":{}}                  {"type":"refresh"}
///     {"type":"ADD","text":"x"}       the same
///     any other action                {"type":"@@timeline/action","payload":ACTION}
///     a state set by "hotReload"      {"type":"@@timeline/set","payload":STATE,"meta":{"by":"hotReload"}}
///     an action that was not encoded  {"type":"@@timeline/opaque","payload":"its description"}
enum ReduxAction {
    private static let prefix = "@@timeline/"
    private static let (action, set, opaque) = (prefix + "action", prefix + "set", prefix + "opaque")
    private static let (type, payload) = ("type", "payload")

    static func json(of change: Step.Change) -> JSON {
        switch change {
        case .action(let text): json(ofAction: text.value)
        case .set(let state, let by): ["type": .string(set), "payload": state.value, "meta": ["by": .string(by)]]
        case .opaque(let description): ["type": .string(opaque), "payload": .string(description)]
        }
    }

    private static func json(ofAction action: JSON) -> JSON {
        if let object = action.object {
            if object.count == 1, let member = object.members.first, !member.key.hasPrefix(prefix) {
                let isEmpty = member.value.object?.isEmpty == true
                return .members([type: .string(member.key), payload: isEmpty ? nil : member.value])
            }
            if let type = object[type]?.string, !type.hasPrefix(prefix), !isPair(object) { return action }
        }
        return ["type": .string(Self.action), "payload": action]
    }

    private static func isPair(_ object: JSONObject) -> Bool {
        object.count == 1 || object.count == 2 && object[payload] != nil
    }

    /// - Returns: nil if `action` is not an object with a text `type`.
    static func change(_ action: JSON) -> Step.Change? {
        guard let object = action.object, let type = object[type]?.string else { return nil }
        switch (type, object[payload]) {
        case (Self.action, let action?) where isPair(object): return .action(JSONText(action))
        case (opaque, .string(let description)?) where isPair(object): return .opaque(description)
        case (set, let state?):
            if let by = object["meta"]?.object?["by"]?.string { return .set(JSONText(state), by: by) }
        default: break
        }
        guard isPair(object) else { return .action(JSONText(action)) }
        let member = JSONObject.Member(key: type, value: object[payload] ?? .object(JSONObject()))
        return .action(JSONText(.object(JSONObject([member]))))
    }
}
