internal import TimelineDebugger
internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import TimelineQuerying

struct VerificationText {
    let name: String
    let journal: Journal
    let version: String
    let verification: Verification

    var answer: VerificationAnswer {
        let counts = verification.counts
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
                }, "divergence": verification.divergence.map(Self.json),
                "crash": verification.crash.map { .object(StepText.json($0)) },
                "invariant": verification.brokenInvariants.first.map {
                    .members(["name": .string($0.name), "seq": .int($0.seq)])
                },
                "invariants": verification.brokenInvariants.isEmpty
                    ? nil : .array(verification.brokenInvariants.map(Self.json)),
                "outside": verification.outsideCount > 0 ? .array(verification.outsideSteps.map { .int($0) }) : nil,
                "torn": journal.index.isTorn ? .bool(true) : nil,
            ], text: text)
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
        var members = JSONObject()
        members["name"] = .string(broken.name)
        members["seq"] = .int(broken.seq)
        for member in broken.step.map(StepText.json)?.members ?? [] { members[member.key] = member.value }
        return .object(members)
    }

    private static func strings(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

    private var text: String {
        VerificationDescription(verification, journal, version: version).text(
            counts: ReplaySummary.text(verification.counts, isCompared: false), rows: { DifferenceText.lines($0) },
            summary: { Layout.cut(StepText.summary(of: $0, width: 60), to: 60) })
    }

    // MARK: - Other answers

    static func answer(_ name: String, _ error: JournalError) -> VerificationAnswer {
        switch error {
        case .damaged(let damage, let count):
            let text = damageText(name, [damage], count) + ["No state in it can be read, so nothing was checked."]
            return VerificationAnswer(
                name, .damaged, ["damage": InfoText.place(damage)], text: text.joined(separator: "\n"))
        default: return .failed(name, error)
        }
    }

    static func answer(_ name: String, _ salvage: Salvage) -> VerificationAnswer {
        var text = damageText(name, salvage.damage, salvage.damageCount)
        let unknowns = SalvageText(salvage.report).unknowns
        if !unknowns.isEmpty { text.append("Not known: \(unknowns.joined(separator: "; ")).") }
        let damage = salvage.damage.map(InfoText.place)
        return VerificationAnswer(
            name, .damaged,
            [
                "damage": damage.first, "damages": damage.count > 1 ? .array(damage) : nil,
                "unknown": unknowns.isEmpty ? nil : strings(unknowns),
            ], text: text.joined(separator: "\n"))
    }

    /// Damage is the last finding: what ended the run comes first.
    static func adding(_ salvage: Salvage, to rest: VerificationAnswer) -> VerificationAnswer {
        let name = Layout.visible("\(rest.file): ", exceptLines: true)
        func body(_ answer: VerificationAnswer) -> String { String(answer.text.trimmingPrefix(name)) }
        let damage = answer(rest.file, salvage)
        var answer = rest
        if [.sound, .agrees, .unconfirmed].contains(rest.result) {
            answer.line["result"] = damage.line["result"]
            let isEmpty = rest.line["steps"]?.int == 0
            answer.text =
                "\(damage.text)\n\(isEmpty ? "No step of the rest can be checked." : "The rest: \(body(rest))")"
        } else {
            let text = body(damage)
            answer.text += "\n\(text.prefix(1).uppercased())\(text.dropFirst())"
        }
        for key in ["damage", "damages", "unknown"] { answer.line[key] = damage.line[key] }
        return answer
    }

    private static func damageText(_ name: String, _ damage: [Damage], _ count: Int) -> [String] {
        let places = Damage.runs(damage, of: count, limit: 20).map { place in
            let place = place.trimmingPrefix("\(name), ")
            return place.prefix(1).uppercased() + place.dropFirst() + "."
        }
        return ["damaged. \(places[0])"] + places.dropFirst()
    }

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
            text: (difference?.text ?? reason.map { "can't tell. \($0)" } ?? agreement)
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
        var members = JSONObject()
        members["seq"] = .int(seq)
        var lines = ["the programs differ after step \(seq), and agree before."]
        if let one = difference.one?.text?.value, let theirs = difference.other?.text?.value {
            let changes = JSONDifference(from: one, to: theirs)
            members["paths"] = strings(JSON.differingPaths(one, theirs))
            members["diff"] = changes.patch.json
            lines.append("This program → \(other):")
            lines += DifferenceText.lines(changes).map { "  \($0)" }
        } else {
            for (who, element) in [("this program", difference.one), (other, difference.other)] {
                if let stop = element?.stop { lines.append("\(who): \(stop.reason)") }
                if element == nil { lines.append("\(who): it has no such state") }
            }
            members["reason"] = .string(lines.dropFirst().joined(separator: "\n"))
        }
        return (.object(members), lines.joined(separator: "\n"))
    }
}
