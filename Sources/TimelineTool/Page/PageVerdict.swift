internal import TimelineDebugger
internal import TimelineKit

enum PageVerdict {
    case crash(step: Int, signal: String?, Backtrace?, invariant: (name: String, step: Int)?)
    case culprit(step: Int, Rule)
    case unknown(String)
    case nothing(String)

    private static let frameLimit = 32

    /// The step that turned the state bad.
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
            return .members(["kind": "culprit", "step": .int(step), "expression": .string("\(condition)")])
        case .nothing(let text): return .members(["kind": "nothing", "text": .string(text)])
        case .unknown(let text): return .members(["kind": "unknown", "text": .string(text)])
        }
    }
}
