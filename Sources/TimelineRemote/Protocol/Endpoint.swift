internal import TimelineReplay

/// A path that a host serves. `GET` reads; `POST`, with a JSON body, has an effect.
package enum Endpoint: String, ServedPath, CaseIterable {
    case info = "/"
    /// The live state, or the part of it that `?path=` names.
    case state = "/state"
    /// Accepts `{"action":…}` or `{"actions":[…]}`.
    case dispatch = "/dispatch"
    /// Accepts `{"link":…}`, a deep link.
    case open = "/open"
    /// Accepts `{"state":…}`.
    case set = "/set"
    /// The shown position; accepts a `TravelRequest`.
    case travel = "/travel"
    /// The timeline so far, after its first `?bytes=` behind the header, or the steps `?from=` one `&through=` another.
    case timeline = "/timeline"
    /// A WebSocket of `FollowMessage`s; `?after=` the last known step includes the steps missed since.
    case follow = "/follow"
    /// The log `?name=` from the byte `&from=`; accepts a `ReplicaRequest`.
    case replicas = "/replicas"

    package var methods: [String] {
        switch self {
        case .info, .state, .timeline, .follow: ["GET"]
        case .dispatch, .open, .set: ["POST"]
        case .travel, .replicas: ["GET", "POST"]
        }
    }

    package var isWebSocket: Bool { self == .follow }

    package var parameterNames: [String] {
        switch self {
        case .state: ["path"]
        case .timeline: ["from", "through", "bytes"]
        case .follow: ["after"]
        case .replicas: ["name", "from"]
        case .info, .dispatch, .open, .set, .travel: []
        }
    }

    // MARK: - Query

    func target(_ parameters: KeyValuePairs<String, String>) -> String {
        guard !parameters.isEmpty else { return rawValue }
        return rawValue + "?" + parameters.map { "\($0)=\($1.percentEncoded)" }.joined(separator: "&")
    }
}
