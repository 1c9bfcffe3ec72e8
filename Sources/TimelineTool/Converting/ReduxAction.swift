internal import TimelineKit
internal import TimelineReplay

/// A step as an action of Redux: an object with a `type`. Every step has one, and becomes the same step again.
///
///     {"add":{"amount":5}}            {"type":"add","payload":{"amount":5}}
///     {"refresh":{}}                  {"type":"refresh"}
///     {"path":{"_0":{"pop":{}}}}      {"type":"path › pop","payload":{"_0":{"pop":{}}}}
///     any other action                {"type":"@@timeline/action","payload":ACTION}
///     a state set by "hotReload"      {"type":"@@timeline/set","payload":STATE,"meta":{"by":"hotReload"}}
///     an action that was not encoded  {"type":"@@timeline/opaque","payload":"its description"}
///
/// A file in which an action has other members, such as `meta`, or no text as its type, is *literal*: its actions are those of the
/// program, so that all of them have a `type`.
///
///     {"type":"ADD","text":"x"}       the same
///     {"type":"REFRESH"}              the same
enum ReduxAction {
    private static let prefix = "@@timeline/"
    private static let (action, set, opaque) = (prefix + "action", prefix + "set", prefix + "opaque")
    private static let (type, payload) = ("type", "payload")

    /// - Returns: Whether a file with this action of a program is literal; nil if it may be either.
    static func isLiteral(_ change: Step.Change) -> Bool? {
        guard case .action(let text) = change, let object = text.value.object else { return nil }
        if object.count == 1 { return object[type] == nil ? false : nil }
        return name(of: object) != nil && isLiteral(redux: text.value) ? true : nil
    }

    static func isLiteral(redux action: JSON) -> Bool {
        guard let object = action.object else { return false }
        guard let type = object[type]?.string else { return true }
        return !type.hasPrefix(prefix) && !isPair(object)
    }

    static func json(of change: Step.Change, isLiteral: Bool = false) -> JSON {
        switch change {
        case .action(let text): json(ofAction: text.value, isLiteral)
        case .set(let state, let by): ["type": .string(set), "payload": state.value, "meta": ["by": .string(by)]]
        case .opaque(let description): ["type": .string(opaque), "payload": .string(description)]
        }
    }

    private static func json(ofAction action: JSON, _ isLiteral: Bool) -> JSON {
        if let object = action.object {
            if isLiteral {
                if let name = name(of: object), !name.hasPrefix(prefix) { return action }
            } else if object.count == 1, let member = object.members.first, member.key != type,
                !member.key.hasPrefix(prefix), !member.key.contains(ActionLabel.separator)
            {
                let isEmpty = member.value.object?.isEmpty == true
                return .members([
                    type: .string(JSONText(action).actionType), payload: isEmpty ? nil : member.value,
                ])
            }
        }
        return ["type": .string(Self.action), "payload": action]
    }

    private static func name(of object: JSONObject) -> String? { object[type].flatMap { $0.string ?? $0.number?.text } }

    private static func isPair(_ object: JSONObject) -> Bool {
        object.count == 1 || object.count == 2 && object[payload] != nil
    }

    /// - Returns: nil if `action` is not an object, or has no text `type` in a file that is not literal.
    static func change(_ action: JSON, isLiteral: Bool = false) -> Step.Change? {
        guard let object = action.object else { return nil }
        let type = object[type]?.string
        switch (type, object[payload]) {
        case (Self.action, let action?) where isPair(object): return .action(JSONText(action))
        case (opaque, .string(let description)?) where isPair(object): return .opaque(description)
        case (set, let state?):
            if let by = object["meta"]?.object?["by"]?.string { return .set(JSONText(state), by: by) }
        default: break
        }
        if isLiteral { return .action(JSONText(action)) }
        return type.map { type in
            guard isPair(object) else { return .action(JSONText(action)) }
            // One with several names holds the whole action behind the first.
            let outer = type.firstRange(of: ActionLabel.separator).map { String(type[..<$0.lowerBound]) }
            let actions = [outer, type].compactMap(\.self).map { key in
                JSONText(.object(JSONObject([.init(key: key, value: object[payload] ?? .object(JSONObject()))])))
            }
            return .action(actions.first { $0.actionType == type } ?? actions[actions.count - 1])
        }
    }
}
