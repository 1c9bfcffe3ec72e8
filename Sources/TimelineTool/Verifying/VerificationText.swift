internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// The answers of `verify`, as facts and in words.
enum VerificationText {
    static func answer(
        _ name: String, _ journal: Journal, version: String, _ verification: Verification
    ) -> VerificationAnswer {
        let text = VerificationDescription(verification, journal, version: version).text(
            counts: ReplaySummary.text(verification.counts, isCompared: false), rows: { DifferenceText.lines($0) },
            summary: { Layout.cut(StepText.summary(of: $0, width: 60), to: 60) })
        return VerificationAnswer(name, verification.result, fields.json((journal, verification)), text)
    }

    static let fields: Fields<(journal: Journal, found: Verification)> = """
        session?\({ $0.journal.header.session }): text // Identifies the run.
        steps?\({ $0.journal.last - $0.journal.first as Int? }): count // The number of steps of the timeline.
        replayed?\({ $0.found.counts.replayed as Int? }): count // The number of steps that were reduced again.
        confirmed?\({ $0.found.counts.confirmed as Int? }): count // The number of recorded states that agree.
        skipped?\({ $0.found.counts.skipped }): count // The number of steps that cannot be reduced; absent if 0.
        unreduced?\({ $0.found.unreduced }): unreducible // The last steps, which cannot be reduced, and which no recorded state follows.
        divergence?\({ $0.found.divergence }): verifiedDivergence
        crash?\({ $0.found.crash }): step // The step whose reducer never returned in the recording.
        invariant?\({ $0.found.brokenInvariants.first }, """
            name\({ $0.name }): text
            seq\({ $0.seq }) // After which step.
            """) // The first invariant that broke.
        invariants?\({ $0.found.brokenInvariants }, """
            name\({ $0.name }): text, seq\({ $0.seq }), at?\({ $0.step?.at }), action?\({ $0.step?.action }), opaque?\({ $0.step?.opaque }): text
            asked?\({ $0.asked }): stepNumber // The step that asked for what did not come in time.
            by?\({ $0.step?.by }), from?\({ $0.step?.from }), cause?\({ $0.step?.cause })
            """) + {"minItems": 1} // All invariants that broke, each with the step that broke it first.
        notJudged?\({ $0.found.hasChangeRules && $0.found.counts.sets > 0 ? $0.found.counts.sets : nil }): count // The number of states that were set from outside, which change rules do not judge.
        responses?\({ $0.found.responses }, """
            name\({ $0.name }): text
            kept\({ $0.found.kept }): count, broken\({ $0.found.broken.count }): count // How often what was asked for came in time, or not.
            open\({ $0.found.open.count }): count // How often the time was not up.
            """) + {"minItems": 1} // What must follow, by the program or --after.
        issues?\({ $0.found.issues }, """
            text\({ $0.text }): text
            seq\({ $0.seq }) // In which step first.
            times\({ $0.times }): count // How often.
            """) + {"minItems": 1} // What the reducer reported: each text once.
        outside?\({ $0.found.outsideSteps }): [seq] // Steps before which a store handed the reducer another state than the last step left.
        unencoded?\({ $0.found.unencodedSeq }): seq // After which step the state first holds what is not recorded, as far as `==` of the program shows it.
        torn?\({ (try? $0.journal.index.isTorn) == true }): true // The last line is incomplete, and was left out.
        """

    static func answer(_ name: String, _ error: JournalError) -> VerificationAnswer {
        guard case .damaged(let damage, let count) = error else { return .failed(name, .unreadable, "\(error)") }
        return VerificationAnswer(
            name, .damaged, ["damage": damage.json],
            "damaged. \(damageText(name, [damage], count))\nNo state in it can be read, so nothing was checked.")
    }

    /// Damage is the last finding: what ended the run comes first.
    ///
    /// - Parameter rest: Of what can be read; nil as long as there is none.
    static func answer(_ name: String, _ salvage: Salvage, rest: VerificationAnswer? = nil) -> VerificationAnswer {
        let (damage, unknowns) = (salvage.damage.map(\.json), salvage.report.listedUnknowns)
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
        answer.facts["unknown"] = unknowns.isEmpty ? nil : unknowns.json
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
            .members([
                "session": .string(journal.header.session), "compared": .int(comparison.count),
                "reduced": .int(comparison.reducedCount), "difference": difference?.json,
                "unreturned": journal.unreturned.map { .int($0) },
            ]),
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
            let paths = JSON.differingPaths(one, theirs).json
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

extension Verification.UnreducedSteps: Answer {
    static let fields: Fields<Self> =
        "from\({ $0.steps.lowerBound }): seq, through\({ $0.steps.upperBound }): seq, why\({ $0.why }): text"
}

extension VerifiedDivergence: Answer {
    static let fields: Fields<Self> = """
        seq\({ $0.seq }) // The step after which they differ.
        agreedUpTo\({ $0.agreedUpTo }): seq // The position of the last state before it that agrees.
        cause\({ $0.cause.name }): "notDeterministic" | "reducerChanged" | "schemaChanged" | "unstableCoding" | "damaged" | "unknown"
        differing?\({ $0.disagreement }, """
            between\({ $0.contrast.rawValue }): "sameProcess" | "otherProcess" | "later" | "coding" | "encoding" | "hashOrder" | "sharing"
            seq\({ $0.seq }), paths\({ $0.paths })
            trapped?\({ $0.hasTrapped }): true // One of them trapped.
            """) // Two replays that differ, or a state that a later step changed (sharing).
        mayBeFromOutside?\({ $0.cause == .reducerChanged(mayBeFromOutside: true) }): true // No replayed step changes a value that differs.
        what?\({ $0.undecodable?.part.rawValue }): "action" | "state" // What the program can no longer decode.
        line?\({ $0.undecodable?.line }): integer + {"minimum": 1} // The line of the file that it cannot decode, from 1.
        why?\({ $0.reasonForNoCause }): text // Why the cause is unknown.
        paths?\({ $0.states?.paths })
        diff?\({ $0.states?.difference }): patch // From the recorded state to the replayed one.
        reason?\({ $0.reason }): text // Why the step cannot be replayed.
        ignored?\({ $0.states?.isIgnoredByEquality ?? false }), unstable?\({ $0.states?.unstablePaths ?? [] })
        """

    private var undecodable: (part: Migration.Part, line: Int)? {
        if case .schemaChanged(let part, let line, _) = cause { (part, line) } else { nil }
    }

    private var reasonForNoCause: String? { if case .unknown(let why) = cause { why } else { nil } }

    private var disagreement: Disagreement? {
        switch cause {
        case .notDeterministic(let disagreement), .unstableCoding(let disagreement?): disagreement
        default: nil
        }
    }
}
