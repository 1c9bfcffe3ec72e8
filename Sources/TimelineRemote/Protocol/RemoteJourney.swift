package import TimelineJSON

/// Where in time a client asks the store to go.
///
/// ```json
/// {"to":"%before checkout"}      {"step":-1}      {"play":2}      {"pause":true}
/// {"resume":"release"}           {"continueHere":"refuse"}
/// ```
package enum RemoteJourney: Equatable, Sendable {
    case to(String)
    case step(Int)
    /// At this speed.
    case play(Double)
    case pause
    /// `released` tells whether what was held is reduced, or refused.
    case resume(released: Bool)
    case continueHere(released: Bool)

    package init(_ body: JSON) throws(RemoteBodyError) {
        let keys = ["to", "step", "play", "pause", "resume", "continueHere"]
        let object = try RemoteBodyError.object(body, knowing: keys)
        guard object.count == 1, let member = object.members.first else {
            throw RemoteBodyError("the body should have one key, and has \(object.count)")
        }
        self =
            switch (member.key, member.value) {
            case ("to", .string(let position)): .to(position)
            case ("step", let value) where value.int != nil: .step(value.int ?? 0)
            case ("play", .number(let speed)) where speed.double > 0 && speed.double.isFinite: .play(speed.double)
            case ("pause", .bool(true)): .pause
            case ("resume", .string("release")): .resume(released: true)
            case ("resume", .string("refuse")): .resume(released: false)
            case ("continueHere", .string("release")): .continueHere(released: true)
            case ("continueHere", .string("refuse")): .continueHere(released: false)
            default: throw RemoteBodyError("\"\(member.key)\" should be \(Self.expected(member.key))")
            }
    }

    private static func expected(_ key: String) -> String {
        switch key {
        case "to": "a position, as a string"
        case "step": "a whole number"
        case "play": "a speed, a number more than 0"
        case "pause": "true"
        default: "\"release\" or \"refuse\""
        }
    }

    package var json: JSON {
        switch self {
        case .to(let position): ["to": .string(position)]
        case .step(let steps): ["step": .number(JSONNumber(steps))]
        case .play(let speed): ["play": JSONNumber(speed).map { .number($0) } ?? .null]
        case .pause: ["pause": true]
        case .resume(let released): ["resume": released ? "release" : "refuse"]
        case .continueHere(let released): ["continueHere": released ? "release" : "refuse"]
        }
    }
}
