package import TimelineKit
package import TimelineReplay

package struct VerificationDescription {
    private let verification: Verification
    private let journal: Journal
    private let version: String

    package init(_ verification: Verification, _ journal: Journal, version: String) {
        (self.verification, self.journal, self.version) = (verification, journal, version)
    }

    package func text(
        counts: String, rows: (JSONDifference) -> [String] = Self.rows, summary: (Step) -> String = Self.summary
    ) -> String {
        var lines: [String] = []
        if let divergence = verification.divergence { lines += text(divergence, rows) }
        if let crash = verification.crash {
            lines.append(
                "\(lines.isEmpty ? "the" : "The") run crashed in step \(crash.seq), \(summary(crash)).\n"
                    + "Its reducer never returned, so that step was not replayed.")
        }
        for broken in verification.brokenInvariants {
            let step = broken.step.map { ", \(summary($0))" } ?? ""
            let asked = broken.asked.map { "\nIt was asked for in step \($0)." } ?? ""
            lines.append(
                "\(lines.isEmpty ? "the" : "The") invariant \"\(broken.name)\" is broken after step \(broken.seq)\(step).\(asked)"
            )
        }
        for issue in verification.issues {
            let more = issue.times == 1 ? "" : ", and in \(issue.times - 1) more"
            lines.append("\(lines.isEmpty ? "the" : "The") reducer reported in step \(issue.seq)\(more): \(issue.text)")
        }
        if lines.isEmpty {
            let counts = verification.hasNoState ? "The run ended before its first state was written." : counts
            lines.append("\(verification.result == .sound ? "sound" : "can't tell"). \(counts)")
        }
        lines += verification.responses.map { "\"\($0.name)\": \($0.found)." }
        if verification.hasChangeRules, verification.counts.sets > 0 {
            let states = verification.counts.sets == 1 ? "1 state" : "\(verification.counts.sets) states"
            lines.append("The rules about changes do not judge \(states) that no action made.")
        }
        // A partial answer has no counts.
        let counted = verification.counts
        if [.crashed, .broken, .reported].contains(verification.result), counted.steps > 0, counted.confirmed == 0 {
            lines.append("No recorded state confirms this replay.")
        }
        if let unreduced = verification.unreduced {
            lines.append(
                "\(Self.text(unreduced.steps)) cannot be reduced: \(unreduced.why), and no recorded state follows.")
        }
        if verification.outsideCount > 0 {
            let more = verification.outsideCount - verification.outsideSteps.count
            let steps = verification.outsideSteps.map(String.init).joined(separator: ", ")
            lines.append(
                "The state was changed outside the reducer; the change is step"
                    + "\(verification.outsideCount == 1 ? "" : "s") \(steps)\(more > 0 ? " and \(more) more" : "").")
        }
        if let seq = verification.unencodedSeq {
            lines.append(
                "Some of the state is not encoded: the state after step \(seq) and the recorded one "
                    + "differ by `==`, and not in their text.\n"
                    + "No command sees what is not encoded, and a replay that begins with a recorded state lacks it.")
        }
        if (try? journal.index.isTorn) == true { lines.append("Its last line is torn and was left out.") }
        return lines.joined(separator: "\n")
    }

    package static func summary(_ step: Step) -> String {
        switch step.change {
        case .action(let text): text.value.description
        case .opaque(let description): description
        case .set(_, let by): "state set by \(by)"
        }
    }

    package static func text(_ steps: ClosedRange<Int>) -> String {
        steps.count == 1 ? "Step \(steps.lowerBound)" : "Steps \(steps.lowerBound) to \(steps.upperBound)"
    }

    /// A line for each change: `$.count  9 → 7`.
    package static func rows(_ difference: JSONDifference) -> [String] {
        difference.changes.map { change in
            switch change.operation {
            case .add(let path, let value): "+ \(path.pathDescription)  \(value)"
            case .remove(let path): "- \(path.pathDescription)  \(change.old?.description ?? "")"
            case .replace(let path, let value): "  \(path.pathDescription)  \(change.old?.description ?? "") → \(value)"
            case .move(let from, let path): "~ \(from.pathDescription)  moved to \(path.pathDescription)"
            case .copy(let from, let path): "+ \(path.pathDescription)  a copy of \(from.pathDescription)"
            case .test(let path, let value): "  \(path.pathDescription)  is \(value)"
            }
        }
    }

    private func text(_ divergence: VerifiedDivergence, _ rows: (JSONDifference) -> [String]) -> [String] {
        guard let states = divergence.states else {
            switch divergence.cause {
            case .schemaChanged(let part, let line, let advice):
                let reason = divergence.reason ?? ""
                return [
                    "line \(line): the program cannot decode the \(part.rawValue) of step \(divergence.seq): \(reason).",
                    advice,
                ]
            case .unstableCoding(let fault?): return ["can't tell. \(fault.stateFault ?? "")"]
            default:
                return ["replay cannot take step \(divergence.seq) as recorded: \(divergence.reason ?? "")."]
                    + cause(divergence)
            }
        }
        let source = VerificationDescription.source(seq: divergence.seq, agreedUpTo: divergence.agreedUpTo)
        let difference = JSONDifference(from: states.recorded, to: states.replayed)
        return [
            "replay differs from the recording after step \(divergence.seq).",
            "\(source) (recorded → replayed):",
        ] + rows(difference).map { "  \($0)" } + Self.notes(ignored: states.isIgnoredByEquality, states.paths)
            + cause(divergence)
    }

    private func cause(_ divergence: VerifiedDivergence) -> [String] {
        switch divergence.cause {
        case .schemaChanged: return []
        case .damaged: return ["A value that was generated in this step may be in a damaged line."]
        case .unknown(let why): return ["The cause is not known\(why.map { ": \($0)" } ?? "")."]
        case .notDeterministic(let disagreement):
            let place = disagreement.place
            let difference = disagreement.hasTrapped ? "traps in step \(disagreement.seq)" : "differs \(place)"
            switch disagreement.contrast {
            case .sameProcess: return ["The reducer is not deterministic: two replays in one process differ \(place)."]
            case .otherProcess:
                return [
                    "The reducer is not deterministic: a replay in another process \(difference).",
                    "It may depend on the order of a set or a dictionary, on a global, a clock or a dependency.",
                ]
            case .later: return ["The reducer is not deterministic: a replay a second later \(difference)."]
            case .coding, .encoding, .hashOrder, .sharing: return [disagreement.stateFault ?? ""]
            }
        case .unstableCoding(let fault?): return [fault.stateFault ?? ""]
        case .unstableCoding(nil):
            let paths = Disagreement.list(divergence.states?.unstablePaths ?? [])
            return [
                "The state does not survive its coding"
                    + (paths.isEmpty ? "." : ": encoding and decoding changes \(paths).")
            ]
        case .reducerChanged(let mayBeFromOutside):
            var lines = [
                "\(evidence(divergence.evidence)), and not with the recording:",
                "the reducer has changed since, or it reads something from outside: a dependency, a clock, a global.",
            ]
            let recorded = journal.header.version
            if version != recorded {
                lines.append("The recording is of version \(recorded), the program of version \(version).")
            }
            if mayBeFromOutside {
                lines.append(
                    "Or the app changed these values outside the reducer: no replayed step since step "
                        + "\(divergence.agreedUpTo)\nchanges them, and the version is the same, \(version).")
            }
            if let hidden = RedactionNote(journal.header)?.hiddenValues, !hidden.isEmpty {
                lines.append(
                    "Or it reads a value that the recording hides, and that is a pseudonym in replay: "
                        + hidden.joined(separator: ", ") + ".")
            }
            return lines
        }
    }

    private func evidence(_ evidence: VerifiedDivergence.Evidence) -> String {
        if evidence.here == 0 { return "\(evidence.elsewhere) replays in other processes agree" }
        let here = "\(evidence.here) replays here"
        let others =
            evidence.elsewhere == 0
            ? "" : " and \(evidence.elsewhere) in \(evidence.elsewhere == 1 ? "another process" : "other processes")"
        return "\(here)\(others) agree"
    }

    /// Where `==` of the program calls two states equal that have other canonical texts.
    package static func notes(ignored isIgnored: Bool, _ paths: [String]) -> [String] {
        guard isIgnored else { return [] }
        return ["`==` of the state ignores \(Disagreement.list(paths)), or the encoding there is not deterministic."]
    }

    /// `Step 4 gave a different state than when recorded`
    package static func source(seq: Int, agreedUpTo: Int) -> String {
        let first = agreedUpTo + 1
        if first > seq { return "The state set at step \(seq) differs from the one recorded after it" }
        let steps = first == seq ? "Step \(seq)" : "At least one of steps \(first) to \(seq)"
        return "\(steps) gave a different state than when recorded"
    }
}
