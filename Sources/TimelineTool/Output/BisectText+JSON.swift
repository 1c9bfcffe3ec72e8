internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineQuerying

extension BisectText {
    func json(_ answer: BisectAnswer) -> JSON {
        var members = members(answer)
        if let skipped {
            members["fresh"] = .bool(true)
            if journal.first > 0 { members["from"] = .int(journal.first) }
            if let returned { members["returned"] = .int(returned) }
            if !skipped.isEmpty { members["skippedSteps"] = Self.spans(skipped) }
        }
        if !unseenPaths.isEmpty { members["unseen"] = .array(unseenPaths.map { .string($0) }) }
        return .object(members)
    }

    private func members(_ answer: BisectAnswer) -> JSONObject {
        switch answer {
        case .found(let culprit): found(culprit)
        case .noneBad(let seq, let probes): Self.notFound("no state is bad", probes, ["seq": .int(seq)])
        case .goodAtBadEnd(let seq, let probes):
            Self.notFound("the last state is good, and the others were not judged", probes, ["seq": .int(seq)])
        case .badAtGoodEnd(let seq, let probes):
            Self.notFound("the state at the good end is bad", probes, ["seq": .int(seq)])
        case .cannotTell(let range, let probes):
            Self.notFound(
                "states could not be judged", probes,
                ["candidates": .array([.int(range.lowerBound), .int(range.upperBound)])])
        case .cannotJudge(let seq, let probes): Self.notFound("a state could not be judged", probes, ["seq": .int(seq)])
        case .diverged(let divergence, let probes):
            Self.notFound("replay and recording disagree", probes, ["divergence": divergence.json])
        }
    }

    private static func notFound(_ why: String, _ probes: Int, _ facts: KeyValuePairs<String, JSON>) -> JSONObject {
        var members = JSONObject()
        members["found"] = .bool(false)
        members["why"] = .string(why)
        for (key, value) in facts { members[key] = value }
        members["probes"] = .int(probes)
        return members
    }

    private func found(_ culprit: BisectAnswer.Culprit) -> JSONObject {
        var members = JSONObject()
        members["found"] = .bool(true)
        var step = StepText.json(culprit.step)
        step["site"] = sites?.json(culprit.step)
        members["bad"] = .object(step)
        members["good"] = .members(["seq": .int(culprit.good)])
        members["probes"] = .int(culprit.probes)
        members["monotone"] = culprit.isMonotone.map { .bool($0) } ?? .null
        if let verdicts = culprit.verdicts {
            members["badSpans"] = Self.spans(verdicts.bad)
            if !verdicts.unknown.isEmpty { members["unjudged"] = Self.spans(verdicts.unknown) }
        }
        members["diff"] = culprit.difference.json
        if let explanation, !explanation.isEmpty { members["why"] = explanation.json }
        members[culprit.evidence.member.key] = culprit.evidence.member.value
        return members
    }

    static func spans(_ spans: RangeSet<Int>) -> JSON {
        .array(spans.ranges.map { .array([.int($0.lowerBound), .int($0.upperBound - 1)]) })
    }
}

extension BisectDivergence {
    var json: JSON {
        .divergence(
            seq: seq, agreedUpTo: agreedUpTo, difference, unstable: unstablePaths, isIgnored: isIgnoredByEquality)
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
