internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// The answers of `verify`, as facts and in words.
enum VerificationText {
    static func answer(
        _ name: String, _ journal: Journal, version: String, _ verification: Verification
    ) -> VerificationAnswer {
        let (counts, broken) = (verification.counts, verification.brokenInvariants)
        let text = VerificationDescription(verification, journal, version: version).text(
            counts: ReplaySummary.text(counts, isCompared: false), rows: { DifferenceText.lines($0) },
            summary: { Layout.cut(StepText.summary(of: $0, width: 60), to: 60) })
        return VerificationAnswer(
            name, verification.result,
            [
                "session": .string(journal.header.session), "steps": .int(journal.last - journal.first),
                "replayed": .int(counts.replayed), "confirmed": .int(counts.confirmed),
                "skipped": counts.skipped > 0 ? .int(counts.skipped) : nil,
                "unreduced": verification.unreduced.map {
                    .members([
                        "from": .int($0.steps.lowerBound), "through": .int($0.steps.upperBound), "why": .string($0.why),
                    ])
                }, "divergence": verification.divergence.map(json),
                "crash": verification.crash.map { .object(StepText.json($0)) },
                "invariant": broken.first.map { .members(["name": .string($0.name), "seq": .int($0.seq)]) },
                "invariants": broken.isEmpty ? nil : .array(broken.map(json)),
                "issues": verification.issues.isEmpty
                    ? nil
                    : .array(
                        verification.issues.map {
                            .members(["text": .string($0.text), "seq": .int($0.seq), "times": .int($0.times)])
                        }),
                "outside": verification.outsideCount > 0 ? .array(verification.outsideSteps.map { .int($0) }) : nil,
                "unencoded": verification.unencodedSeq.map { .int($0) },
                "torn": (try? journal.index.isTorn) == true ? .bool(true) : nil,
            ], text)
    }

    private static func json(_ divergence: VerifiedDivergence) -> JSON {
        var members = JSONObject()
        members["seq"] = .int(divergence.seq)
        members["agreedUpTo"] = .int(divergence.agreedUpTo)
        members["cause"] = .string(divergence.cause.name)
        switch divergence.cause {
        case .notDeterministic(let disagreement), .unstableCoding(let disagreement?):
            members["differing"] = .members([
                "between": .string(disagreement.contrast.rawValue), "seq": .int(disagreement.seq),
                "paths": strings(disagreement.paths), "trapped": disagreement.hasTrapped ? .bool(true) : nil,
            ])
        case .reducerChanged(mayBeFromOutside: true): members["mayBeFromOutside"] = .bool(true)
        case .schemaChanged(let part, let line, _):
            members["what"] = .string(part.rawValue)
            members["line"] = .int(line)
        case .unknown(let why): members["why"] = why.map { .string($0) }
        case .reducerChanged, .unstableCoding(nil), .damaged: break
        }
        if let states = divergence.states {
            members["paths"] = strings(states.paths)
            members["diff"] = JSONDifference(from: states.recorded, to: states.replayed).patch.json
        }
        if let reason = divergence.reason { members["reason"] = .string(reason) }
        if divergence.isIgnoredByEquality { members["ignored"] = .bool(true) }
        if !divergence.unstablePaths.isEmpty { members["unstable"] = strings(divergence.unstablePaths) }
        return .object(members)
    }

    private static func json(_ broken: Verification.BrokenInvariant) -> JSON {
        let start = [("name", JSON.string(broken.name)), ("seq", .int(broken.seq))]
        let step = broken.step.map(StepText.json)?.members ?? []
        return .object(JSONObject(start.map { .init(key: $0, value: $1) } + step))
    }

    private static func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

    static func answer(_ name: String, _ error: JournalError) -> VerificationAnswer {
        guard case .damaged(let damage, let count) = error else { return .failed(name, .unreadable, "\(error)") }
        return VerificationAnswer(
            name, .damaged, ["damage": InfoText.place(damage)],
            "damaged. \(damageText(name, [damage], count))\nNo state in it can be read, so nothing was checked.")
    }

    /// Damage is the last finding: what ended the run comes first.
    ///
    /// - Parameter rest: Of what can be read; nil as long as there is none.
    static func answer(_ name: String, _ salvage: Salvage, rest: VerificationAnswer? = nil) -> VerificationAnswer {
        let (damage, unknowns) = (salvage.damage.map(InfoText.place), SalvageText(salvage.report).unknowns)
        let text =
            damageText(name, salvage.damage, salvage.damageCount)
            + (unknowns.isEmpty ? "" : "\nNot known: \(unknowns.joined(separator: "; ")).")
        var answer = rest ?? VerificationAnswer(name, .damaged, [:], "damaged. \(text)")
        if let rest, [.sound, .agrees, .unconfirmed].contains(rest.result) {
            let isEmpty = rest.facts["steps"]?.int == 0
            answer.result = .damaged
            answer.body =
                "damaged. \(text)\n\(isEmpty ? "No step of the rest can be checked." : "The rest: \(rest.body)")"
        } else if rest != nil {
            answer.body += "\nDamaged. \(text)"
        }
        answer.facts["damage"] = damage.first
        answer.facts["damages"] = damage.count > 1 ? .array(damage) : nil
        answer.facts["unknown"] = unknowns.isEmpty ? nil : strings(unknowns)
        return answer
    }

    private static func damageText(_ name: String, _ damage: [Damage], _ count: Int) -> String {
        Damage.runs(damage, of: count, limit: 20).map { String($0.trimmingPrefix("\(name), ")).sentence }
            .joined(separator: "\n")
    }

    // MARK: - Another program

    static func answer(
        _ name: String, _ journal: Journal, _ comparison: StateSequence.Comparison, _ other: String
    ) -> VerificationAnswer {
        let difference = comparison.difference.map { Self.difference($0, other) }
        let reason = reasonForNoAnswer(comparison, journal)
        let agreement = "the programs agree in \(Layout.count(comparison.count, "state"))."
        return VerificationAnswer(
            name, difference != nil ? .differs : reason != nil ? .unconfirmed : .agrees,
            [
                "session": .string(journal.header.session), "compared": .int(comparison.count),
                "reduced": .int(comparison.reducedCount), "difference": difference?.json,
                "unreturned": journal.unreturned.map { .int($0) },
            ],
            (difference?.text ?? reason.map { "can't tell. \($0)" } ?? agreement)
                + (journal.unreturned.map { "\nStep \($0), whose reducer never returned, was not compared." } ?? ""))
    }

    private static func reasonForNoAnswer(_ comparison: StateSequence.Comparison, _ journal: Journal) -> String? {
        if comparison.last == nil { return "The run ended before its first state was written." }
        let isAgreement = comparison.reducedCount > 0
        let agreement = isAgreement ? "The programs agree in \(Layout.count(comparison.count, "state"))" : ""
        if let last = comparison.last, let reason = last.stop?.reason {
            return (isAgreement ? "\(agreement), and neither" : "Neither") + " can take step \(last.seq): \(reason)"
        }
        guard isAgreement else { return "Neither program reduced a step." }
        guard let last = comparison.last?.seq, last < journal.end else { return nil }
        let steps = VerificationDescription.text(last + 1...journal.end)
        return "\(agreement). \(steps) cannot be reduced, and no recorded state follows."
    }

    private static func difference(
        _ difference: (one: StateSequence.Element?, other: StateSequence.Element?), _ other: String
    ) -> (json: JSON, text: String) {
        let seq = min(difference.one?.seq ?? .max, difference.other?.seq ?? .max)
        var lines = ["the programs differ after step \(seq), and agree before."]
        if let one = difference.one?.text?.value, let theirs = difference.other?.text?.value {
            let changes = JSONDifference(from: one, to: theirs)
            let paths = strings(JSON.differingPaths(one, theirs))
            lines.append("This program → \(other):")
            lines += DifferenceText.lines(changes).map { "  \($0)" }
            return (["seq": .int(seq), "paths": paths, "diff": changes.patch.json], lines.joined(separator: "\n"))
        }
        for (who, element) in [("this program", difference.one), (other, difference.other)] {
            if let stop = element?.stop { lines.append("\(who): \(stop.reason)") }
            if element == nil { lines.append("\(who): it has no such state") }
        }
        let reason = lines.dropFirst().joined(separator: "\n")
        return (["seq": .int(seq), "reason": .string(reason)], lines.joined(separator: "\n"))
    }
}
