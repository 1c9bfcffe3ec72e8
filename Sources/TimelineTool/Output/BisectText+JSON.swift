internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

extension BisectText {
    func json(_ answer: BisectAnswer) -> JSON {
        func notFound(
            _ why: String, _ seq: Int? = nil, candidates: [Int]? = nil, divergence: BisectDivergence? = nil,
            _ probes: Int
        ) -> JSON { Self.notFound.json((self, why, seq, candidates, divergence, probes)) }
        switch answer {
        case .found(let culprit): return Self.found.json((self, culprit))
        case .noneBad(let seq, let probes): return notFound("no state is bad", seq, probes)
        case .goodAtBadEnd(let seq, let probes):
            return notFound("the last state is good, and the others were not judged", seq, probes)
        case .badAtGoodEnd(let seq, let probes): return notFound("the state at the good end is bad", seq, probes)
        case .cannotTell(let range, let probes):
            return notFound("states could not be judged", candidates: [range.lowerBound, range.upperBound], probes)
        case .cannotJudge(let seq, let probes): return notFound("a state could not be judged", seq, probes)
        case .diverged(let divergence, let probes):
            return notFound("replay and recording disagree", divergence: divergence, probes)
        }
    }

    static let found: Fields<(text: Self, culprit: BisectAnswer.Culprit)> = """
        found\({ _ in true }): true
        bad\({ Step.sited.json(($0.culprit.step, $0.text.sites?.json($0.culprit.step))) }): step // The step that turned the state bad.
        asked?\({ $0.text.responses?.broken.first?.lowerBound }): stepNumber // With --after, the step that asked.
        good\({ $0.culprit }, "seq\({ $0.good })") // The last good state before it.
        probes\({ $0.culprit.probes })
        monotone\({ $0.culprit.isMonotone }): flag | null // Whether all later states are bad; null if unknown.
        badSpans?\({ $0.culprit.verdicts?.bad }): spans // The steps after which the state is bad; absent if not all were judged.
        unjudged?\({ $0.culprit.verdicts?.unknown ?? RangeSet() }): spans // The steps after which the state could not be judged.
        diff\({ $0.culprit.difference }): patch // From the last good state to the bad one.
        why?\({ $0.text.explanation.flatMap { $0.isEmpty ? nil : $0 } }): explanation
        \(of: { $0.culprit.evidence }, BisectAnswer.Evidence.fields), \(of: { $0.text }, fields)
        """

    static let notFound:
        Fields<(text: Self, why: String, seq: Int?, candidates: [Int]?, divergence: BisectDivergence?, probes: Int)> =
            """
            found\({ _ in false }): false
            why\({ $0.why }): "no state is bad" | "the last state is good, and the others were not judged"
              | "the state at the good end is bad" | "states could not be judged" | "a state could not be judged"
              | "replay and recording disagree"
            seq?\({ $0.seq }) // The position that was looked at last.
            candidates?\({ $0.candidates }): span // The first and the last step that may have turned the state bad.
            divergence?\({ $0.divergence }), probes\({ $0.probes }), \(of: { $0.text }, fields)
            """

    private static let fields: Fields<Self> = """
        fresh?\({ $0.skipped != nil }), from?\({ $0.skipped == nil ? 0 : $0.journal.first }): beginning, returned?\({ $0.skipped == nil ? nil : $0.returned })
        skippedSteps?\({ $0.skipped ?? RangeSet() }), unseen?\({ $0.unseenPaths })
        kept?\({ $0.responses?.kept }): count, open?\({ $0.responses?.open }): [stepNumber] // With --after, what came in time, and the steps that asked where the time was not up.
        """
}

extension BisectDivergence: Answer {
    static let fields: Fields<Self> = """
        seq\({ $0.seq }) // The step after which they differ.
        agreedUpTo\({ $0.agreedUpTo }): seq // The position of the last state before it that agrees.
        diff\({ $0.difference }): patch // From the recorded state to the replayed one.
        ignored?\({ $0.isIgnoredByEquality }), unstable?\({ $0.unstablePaths })
        """
}

extension BisectAnswer.Evidence {
    /// Without `fresh`.
    static let fields: Fields<Self?> = "recorded?\({ $0 == .recorded }), confirmedBy?\({ $0?.confirmation })"

    private var confirmation: JSON? {
        switch self {
        case .recorded, .fresh: nil
        case .confirmed(let seq, let inPart): .members(["seq": .int(seq), "inPart": inPart ? .bool(true) : nil])
        case .unconfirmed: .null
        }
    }
}

extension Explanation: Answer {
    static let fields: Fields<Self> = """
        values\({ $0.values }, "path\({ $0.path }): jsonPath, steps\({ $0.writers }): facts")
        causes\({ $0.causes }): facts // How the step came about.
        """
}

extension Explanation.Fact: Answer {
    static let fields: Fields<Self> = "step\({ $0.step }): seq, text\({ $0.text })"
}
