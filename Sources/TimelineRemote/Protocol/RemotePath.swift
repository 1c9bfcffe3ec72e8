/// What a host answers to. Reading is `GET`, whatever has an effect is `POST` with a JSON body.
package enum RemotePath: String, CaseIterable, Sendable {
    /// What the host is: program, version, session, last step.
    case info = "/"
    /// The live state, or what `?path=` names in it.
    case state = "/state"
    /// Takes `{"action":…}`.
    case dispatch = "/dispatch"
    /// Takes `{"state":…}`.
    case set = "/set"
    /// Where the store is in time; takes `{"to":"17"}` and others.
    case travel = "/travel"
    /// The timeline so far, or the steps `?from=` one `&through=` another.
    case timeline = "/timeline"
    /// A WebSocket: what happens, as it happens; `?after=` a step, what was missed since.
    case follow = "/follow"
    /// A WebSocket: the files of the replicas that share the state, and how they change. Takes pieces of the client's own.
    case replicas = "/replicas"

    /// The methods that it answers to.
    package var methods: [String] {
        switch self {
        case .info, .state, .timeline, .follow: ["GET"]
        case .dispatch, .set: ["POST"]
        case .travel, .replicas: ["GET", "POST"]
        }
    }

    /// Whether a `GET` of it becomes a WebSocket.
    package var isWebSocket: Bool { self == .follow || self == .replicas }

    /// What may stand after the `?`.
    package var parameters: [String] {
        switch self {
        case .state: ["path"]
        case .timeline: ["from", "through"]
        case .follow: ["after"]
        case .replicas: ["id", "client", "number"]
        case .info, .dispatch, .set, .travel: []
        }
    }
}
