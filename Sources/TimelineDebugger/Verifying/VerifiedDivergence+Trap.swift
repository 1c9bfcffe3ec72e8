internal import TimelineKit
internal import TimelineReplay

extension VerifiedDivergence {
    /// A step in which a replay trapped, and the recording did not. Compares two more replays, each in a process of its own.
    package init(trapIn seq: Int, agreedUpTo: Int, replay: () throws -> StateSequence) {
        let cause: Cause
        do {
            let comparison = try InterruptedReplay.retrying { try StateSequence.compare(replay(), replay()) }
            if comparison.difference == nil, comparison.last?.stop?.kind == .trapped {
                cause = .reducerChanged(mayBeFromOutside: false)
            } else {
                let (one, other) = comparison.difference ?? (nil, nil)
                let texts = [one, other].compactMap { $0?.text?.value }
                let paths = texts.count == 2 ? JSON.differingPaths(texts[0], texts[1]) : []
                let place = min(one?.seq ?? seq, other?.seq ?? seq)
                cause = .notDeterministic(
                    Disagreement(contrast: .otherProcess, seq: place, paths: paths, hasTrapped: paths.isEmpty))
            }
        } catch { cause = .unknown(why: "\(error)") }
        self.init(
            seq: seq, agreedUpTo: agreedUpTo, reason: "the reducer traps in this step, which the recording survived",
            cause: cause, evidence: Evidence(here: 0, elsewhere: 2))
    }
}
