package import TimelineKit

/// `{"to":"%before checkout"}`, `{"step":-1}`, `{"play":2}`, `{"pause":true}`, `{"resume":"release"}`, `{"continueHere":"refuse"}`.
package enum TravelRequest: Equatable, Sendable {
    case to(String)
    case step(Int)
    case play(speed: Double)
    case pause
    case resume(releasesHeld: Bool)
    case continueHere(releasesHeld: Bool)

    package init(_ body: JSON) throws(RequestError) {
        let keys = ["to", "step", "play", "pause", "resume", "continueHere"]
        let object = try RequestError.object(body, allowing: keys)
        guard object.count == 1, let member = object.members.first else {
            throw RequestError(400, "the body must have one key, and has \(object.count)")
        }
        self =
            switch (member.key, member.value) {
            case ("to", .string(let position)): .to(position)
            case ("step", let value) where value.int != nil: .step(value.int ?? 0)
            case ("play", .number(let speed)) where speed.double > 0 && speed.double.isFinite:
                .play(speed: speed.double)
            case ("pause", .bool(true)): .pause
            case ("resume", .string("release")): .resume(releasesHeld: true)
            case ("resume", .string("refuse")): .resume(releasesHeld: false)
            case ("continueHere", .string("release")): .continueHere(releasesHeld: true)
            case ("continueHere", .string("refuse")): .continueHere(releasesHeld: false)
            default: throw RequestError(400, "\"\(member.key)\" must be \(Self.expected(member.key))")
            }
    }

    private static func expected(_ key: String) -> String {
        switch key {
        case "to": "a position, as a string"
        case "step": "a whole number"
        case "play": "a speed, a number greater than 0"
        case "pause": "true"
        default: "\"release\" or \"refuse\""
        }
    }

    package var json: JSON {
        switch self {
        case .to(let position): ["to": .string(position)]
        case .step(let steps): ["step": .int(steps)]
        case .play(let speed): ["play": JSONNumber(speed).map { .number($0) } ?? .null]
        case .pause: ["pause": true]
        case .resume(let releasesHeld): ["resume": releasesHeld ? "release" : "refuse"]
        case .continueHere(let releasesHeld): ["continueHere": releasesHeld ? "release" : "refuse"]
        }
    }
}
