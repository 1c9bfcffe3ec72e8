package import TimelineKit
package import TimelineReplay

/// ```json
/// {"seq":4,"state":{"count":2}}
/// {"seq":5,"patch":[{"op":"replace","path":"/count","value":3}],"at":0.5,"action":{"increment":{}},"from":"user"}
/// {"seq":6,"patch":[{"op":"replace","path":"/count","value":9}],"at":2.30007,"by":"hotReload"}
/// {"missed":{"from":7,"through":312}}
/// {"seq":312,"state":{"count":80}}
/// ```
///
/// The first message is a snapshot, with a `missed` before it if the client asked for earlier steps. Each `seq` is the previous one
/// plus 1; after a `missed` comes a snapshot.
package enum FollowMessage: Equatable, Sendable {
    case snapshot(seq: Int, state: JSON)
    /// The description has `at`, `action`, `from` and `cause`, or `by`. No patch has a `copy`: some bytes could double the state, again
    /// and again.
    case step(seq: Int, patch: JSONPatch, description: JSONObject)
    case missed(ClosedRange<Int>)

    package var json: JSON {
        switch self {
        case .snapshot(let seq, let state): return ["seq": .int(seq), "state": state]
        case .step(let seq, let patch, let description):
            let members = [
                JSONObject.Member(key: "seq", value: .int(seq)), JSONObject.Member(key: "patch", value: patch.json),
            ]
            return .object(JSONObject(members + description.members))
        case .missed(let steps): return ["missed": ["from": .int(steps.lowerBound), "through": .int(steps.upperBound)]]
        }
    }

    package init?(_ json: JSON) {
        guard var object = json.object else { return nil }
        if let missed = object["missed"]?.object {
            guard let from = missed["from"]?.countable, let through = missed["through"]?.countable,
                from <= through
            else { return nil }
            self = .missed(from...through)
            return
        }
        guard let seq = object["seq"]?.countable else { return nil }
        if let state = object["state"] {
            self = .snapshot(seq: seq, state: state)
            return
        }
        guard let list = object["patch"], let patch = try? JSONPatch(list),
            !patch.operations.contains(where: { if case .copy = $0 { true } else { false } })
        else { return nil }
        object["seq"] = nil
        object["patch"] = nil
        self = .step(seq: seq, patch: patch, description: object)
    }
}
