internal import TimelineDebugger
internal import TimelineJSON

/// A line of `print-states`, a contract between builds of a program:
///
///     3 reduced {"count":4}
///     4 recorded {"count":9}
///     5 stopped {"kind":"undecodableAction","reason":"…"}
///     {"trapped":5}
///     end
enum StateLine: Equatable {
    case element(StateSequence.Element)
    case end

    var bytes: [UInt8] {
        switch self {
        case .element(.state(let seq, let text, let isReduced)):
            Array("\(seq) \(isReduced ? "reduced" : "recorded") ".utf8) + text.bytes
        case .element(.stopped(let seq, let stop)):
            Array("\(seq) stopped ".utf8)
                + JSON.members(["kind": .string(stop.kind.rawValue), "reason": .string(stop.reason)]).text
        case .end: Array("end".utf8)
        }
    }

    init?(parsing bytes: ArraySlice<UInt8>) {
        if bytes.elementsEqual("end".utf8) {
            self = .end
        } else if bytes.first == UInt8(ascii: "{") {
            guard let seq = (try? JSON(parsing: bytes))?.object?[TrapReport.key]?.int else { return nil }
            self = .element(.stopped(seq: seq, StateSequence.Stop(.trapped, "its reducer trapped in this step")))
        } else {
            let parts = bytes.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, let seq = Int(String(decoding: parts[0], as: UTF8.self)) else { return nil }
            switch String(decoding: parts[1], as: UTF8.self) {
            case "reduced": self = .element(.state(seq: seq, JSONText(unchecked: parts[2]), isReduced: true))
            case "recorded": self = .element(.state(seq: seq, JSONText(unchecked: parts[2]), isReduced: false))
            case "stopped":
                guard let object = (try? JSON(parsing: parts[2]))?.object,
                    let kind = object["kind"]?.string.flatMap(StateSequence.Stop.Kind.init),
                    let reason = object["reason"]?.string
                else { return nil }
                self = .element(.stopped(seq: seq, StateSequence.Stop(kind, reason)))
            default: return nil
            }
        }
    }
}
