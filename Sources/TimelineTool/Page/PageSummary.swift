internal import TimelineDebugger
internal import TimelineKit

struct PageSummary {
    let file: String
    let range: ClosedRange<Int>
    var isReplayed = true
    var note: String?
    var verdict: PageVerdict?
    var explanation: Explanation?
    var bad = RangeSet<Int>()
    /// Of the condition; not on the page.
    var unseenPaths: [String] = []
    var confirmed = 0
    /// The patch leads from the recorded state to the replayed one.
    var divergence: (step: Int, text: String, patch: String)?
    /// The last step, if its reducer never returned.
    var unreturned: Int?
    var damage: [String] = []
    /// The words of a command before the name of the file: the tool and the options with which it read the file.
    var command = (tool: "timeline", options: [String]())
    /// The URL that opens a line in an editor, with `{path}` and `{line}`.
    var editor: String?

    /// With the member `why`, if something is known of that, and the verdict was not found while the recording grew: see
    /// `Explanation.json`.
    var verdictJSON: JSON? {
        guard let explanation, !explanation.isEmpty, var members = verdict?.json.object else { return verdict?.json }
        members["why"] = explanation.json
        return .object(members)
    }

    static func json(_ marks: [Mark]) -> JSON {
        .array(
            marks.map {
                .members(["seq": .int($0.seq), "at": JSON(floatLiteral: $0.at.seconds), "name": .string($0.name)])
            })
    }

    static func json(_ positions: RangeSet<Int>, after seq: Int? = nil) -> JSON {
        RangeSet(positions.ranges.drop { $0.upperBound - 1 <= seq ?? -1 }).json
    }
}

enum PageVerdict {
    case crash(step: Int, signal: String?, Backtrace?, invariant: (name: String, step: Int)?)
    case culprit(step: Int, Rule)
    case unknown(String)
    case nothing(String)

    private static let frameLimit = 32

    var culprit: (step: Int, rule: Rule)? {
        switch self {
        case .culprit(let step, let rule): (step, rule)
        case .crash(_, _, _, invariant: (let name, let step)?): (step, .invariant(name))
        case .crash, .unknown, .nothing: nil
        }
    }

    var json: JSON {
        switch self {
        case .crash(let step, let signal, let backtrace, let invariant):
            let frames = backtrace?.frames.prefix(Self.frameLimit).compactMap(\.location) ?? []
            return .members([
                "kind": "crash", "step": .int(step), "signal": signal.map { .string($0) },
                "reason": backtrace?.fault.map { .string($0) }, "frames": .array(frames.map { .string($0) }),
                "invariant": invariant.map { .members(["name": .string($0.name), "step": .int($0.step)]) },
            ])
        case .culprit(let step, .invariant(let name)):
            return .members(["kind": "invariant", "step": .int(step), "name": .string(name)])
        case .culprit(let step, let condition):
            let change: JSON? = if case .change = condition { true } else { nil }
            return .members([
                "kind": "culprit", "step": .int(step), "expression": .string("\(condition)"), "change": change,
            ])
        case .nothing(let text): return .members(["kind": "nothing", "text": .string(text)])
        case .unknown(let text): return .members(["kind": "unknown", "text": .string(text)])
        }
    }
}
