package import TimelineJSON

/// What a follower is told.
///
/// ```json
/// {"seq":4,"state":{"count":2}}
/// {"seq":5,"patch":[{"op":"replace","path":"/count","value":3}],"action":{"increment":{}},"from":"user"}
/// {"seq":6,"patch":[{"op":"replace","path":"/count","value":9}],"by":"hotReload"}
/// {"missed":{"from":7,"through":312}}
/// {"seq":312,"state":{"count":80}}
/// ```
///
/// The first message is a snapshot, with what was missed before it. From then on each `seq` is one more than the one before,
/// unless a `missed` says which steps were not told; the next message is then a snapshot, and the steps are to be had of
/// the timeline.
package enum FollowMessage: Equatable, Sendable {
    /// The whole state after step `seq`.
    case snapshot(seq: Int, state: JSON)
    /// What step `seq` was, and what it made of the state before it.
    case step(seq: Int, patch: JSONPatch, what: JSONObject)
    /// Steps that happened and were not told.
    case missed(ClosedRange<Int>)

    package var json: JSON {
        switch self {
        case .snapshot(let seq, let state): return ["seq": .number(JSONNumber(seq)), "state": state]
        case .step(let seq, let patch, let what):
            var object = JSONObject()
            object["seq"] = .number(JSONNumber(seq))
            object["patch"] = patch.json
            for member in what.members { object[member.key] = member.value }
            return .object(object)
        case .missed(let steps):
            let range: JSON = [
                "from": .number(JSONNumber(steps.lowerBound)), "through": .number(JSONNumber(steps.upperBound)),
            ]
            return ["missed": range]
        }
    }

    /// Reads a message. nil where it is none.
    package init?(_ json: JSON) {
        guard var object = json.object else { return nil }
        if let missed = object["missed"]?.object {
            guard let from = missed["from"]?.int, let through = missed["through"]?.int, from <= through else {
                return nil
            }
            self = .missed(from...through)
            return
        }
        guard let seq = object["seq"]?.int else { return nil }
        if let state = object["state"] {
            self = .snapshot(seq: seq, state: state)
            return
        }
        guard let list = object["patch"], let patch = try? JSONPatch(list) else { return nil }
        object["seq"] = nil
        object["patch"] = nil
        self = .step(seq: seq, patch: patch, what: object)
    }
}
