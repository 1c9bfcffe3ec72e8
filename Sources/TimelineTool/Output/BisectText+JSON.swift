internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

extension BisectText {
    func json(_ answer: BisectAnswer) -> JSON {
        var members = members(answer).object ?? JSONObject()
        if let skipped {
            members["fresh"] = .bool(true)
            if journal.first > 0 { members["from"] = .int(journal.first) }
            if let returned { members["returned"] = .int(returned) }
            if !skipped.isEmpty { members["skippedSteps"] = Self.spans(skipped) }
        }
        if !unseenPaths.isEmpty { members["unseen"] = .array(unseenPaths.map { .string($0) }) }
        return .object(members)
    }

    private func members(_ answer: BisectAnswer) -> JSON {
        switch answer {
        case .found(let culprit): found(culprit)
        case .noneBad(let seq, let probes): Self.notFound("no state is bad", "seq", .int(seq), probes)
        case .goodAtBadEnd(let seq, let probes):
            Self.notFound("the last state is good, and the others were not judged", "seq", .int(seq), probes)
        case .badAtGoodEnd(let seq, let probes):
            Self.notFound("the state at the good end is bad", "seq", .int(seq), probes)
        case .cannotTell(let range, let probes):
            Self.notFound(
                "states could not be judged", "candidates", [.int(range.lowerBound), .int(range.upperBound)], probes)
        case .cannotJudge(let seq, let probes): Self.notFound("a state could not be judged", "seq", .int(seq), probes)
        case .diverged(let divergence, let probes):
            Self.notFound("replay and recording disagree", "divergence", divergence.json, probes)
        }
    }

    private static func notFound(_ why: String, _ key: String, _ fact: JSON, _ probes: Int) -> JSON {
        .members(["found": false, "why": .string(why), key: fact, "probes": .int(probes)])
    }

    private func found(_ culprit: BisectAnswer.Culprit) -> JSON {
        var step = StepText.json(culprit.step)
        step["site"] = sites?.json(culprit.step)
        let evidence = culprit.evidence.member
        return .members([
            "found": true, "bad": .object(step), "good": ["seq": .int(culprit.good)], "probes": .int(culprit.probes),
            "monotone": culprit.isMonotone.map { .bool($0) } ?? .null,
            "badSpans": culprit.verdicts.map { Self.spans($0.bad) },
            "unjudged": culprit.verdicts.flatMap { $0.unknown.isEmpty ? nil : Self.spans($0.unknown) },
            "diff": culprit.difference.json, "why": explanation.flatMap { $0.isEmpty ? nil : $0.json },
            evidence.key: evidence.value,
        ])
    }

    static func spans(_ spans: RangeSet<Int>) -> JSON {
        .array(spans.ranges.map { .array([.int($0.lowerBound), .int($0.upperBound - 1)]) })
    }
}

extension BisectDivergence {
    var json: JSON {
        .members([
            "seq": .int(seq), "agreedUpTo": .int(agreedUpTo), "diff": difference.json,
            "ignored": isIgnoredByEquality ? .bool(true) : nil,
            "unstable": unstablePaths.isEmpty ? nil : .array(unstablePaths.map { .string($0) }),
        ])
    }
}

extension BisectAnswer.Evidence {
    var member: (key: String, value: JSON) {
        switch self {
        case .recorded: ("recorded", .bool(true))
        case .confirmed(let seq, let inPart):
            ("confirmedBy", .members(["seq": .int(seq), "inPart": inPart ? .bool(true) : nil]))
        case .unconfirmed: ("confirmedBy", .null)
        case .fresh: ("fresh", .bool(true))
        }
    }
}
