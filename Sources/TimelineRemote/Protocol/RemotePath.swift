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

    /// The methods that it answers to.
    package var methods: [String] {
        switch self {
        case .info, .state, .timeline, .follow: ["GET"]
        case .dispatch, .set: ["POST"]
        case .travel: ["GET", "POST"]
        }
    }

    /// What may stand after the `?`.
    package var parameters: [String] {
        switch self {
        case .state: ["path"]
        case .timeline: ["from", "through"]
        case .follow: ["after"]
        case .info, .dispatch, .set, .travel: []
        }
    }
}
