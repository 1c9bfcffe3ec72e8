package import TimelineKit
package import TimelineReplay

/// In constant memory. Replay ends at the first divergence, whose cause is then looked for. Only where a process takes
/// partial answers (`onFinding`) are the invariants checked after it, too, as a later step may trap.
package struct TimelineVerifier<P: Program> {
    let program: P
    let journal: Journal
    /// Beside the rules of the program.
    private let question: ResponseQuestion?
    private let isSalvaged: Bool
    private let onReducing: ((_ seq: Int?) -> Void)?
    /// Looks in many processes, and over a second, as for the first divergences of a run with many.
    let isThorough: Bool
    private let onFinding: ((Verification) -> Void)?
    let otherProcess: ReplayAgreement<P>.OtherProcess?
    let started = ContinuousClock.now

    package init(
        _ program: P, _ journal: Journal, asking question: ResponseQuestion? = nil, isSalvaged: Bool = false,
        onReducing: ((_ seq: Int?) -> Void)? = nil, isThorough: Bool = true, onFinding: ((Verification) -> Void)? = nil,
        otherProcess: ReplayAgreement<P>.OtherProcess? = nil
    ) {
        (self.program, self.journal, self.question) = (program, journal, question)
        (self.isSalvaged, self.onReducing) = (isSalvaged, onReducing)
        (self.isThorough, self.onFinding, self.otherProcess) = (isThorough, onFinding, otherProcess)
    }

    package func verify() throws -> Verification {
        let log = IssueLog()
        return try ReducerIssue.noting({ log.note($0) }) { try verify(log) }
    }

    private func verify(_ log: IssueLog) throws -> Verification {
        guard journal.header.program == program.name else {
            throw ReplayError(
                .journal(.foreign(file: journal.name, found: journal.header.program, expected: program.name)))
        }
        var verification = Verification()
        verification.crash = try journal.unreturned.flatMap { (seq) throws(JournalError) in try journal.step(seq) }
        if verification.crash != nil { onFinding?(verification) }
        var replayer = replayer()
        replayer.continuesFromRecorded = true
        replayer.onReducing = { [onReducing] seq in
            if let seq { log.begin(seq) }
            onReducing?(seq)
        }
        do throws(ReplayError) {
            if journal.end >= journal.first { try replay(&replayer, from: journal.first, &verification) }
        } catch {
            verification.counts = replayer.counts
            verification.hasNoState = error.isUnavailable
            if !error.isUnavailable { try findCause(of: error, replayer, &verification) }
        }
        verification.issues = log.end()
        if verification.counts.sets > 0 { try findOutsideSteps(upTo: replayer.position, &verification) }
        if let divergence = replayer.divergence {
            verification.divergence = VerifiedDivergence(divergence)
            onFinding?(verification)
            verification.divergence = withCause(divergence)
        }
        if verification.divergence == nil,
            let (fault, agreed) = try? ReplayAgreement(self.replayer).fault(shownBy: replayer)
        {
            verification.divergence = VerifiedDivergence(
                seq: fault.seq, agreedUpTo: agreed, cause: .unstableCoding(fault))
        }
        if verification.divergence == nil { verification.unencodedSeq = replayer.unencodedSeq }
        if let onFinding, let divergence = verification.divergence {
            onFinding(verification)
            let agreed = try replayer.divergence?.seq ?? journal.checkpoint(after: divergence.seq)?.seq
            try checkInvariants(fromRecorded: agreed, &verification)
        }
        return verification
    }

    func replayer() -> Replayer<P> {
        var replayer = Replayer(program, journal)
        replayer.onReducing = onReducing
        return replayer
    }

    /// Checks the invariants that are not broken yet on the states from a recorded one on, and from each state that replay does not
    /// agree with.
    private func checkInvariants(fromRecorded start: Int?, _ verification: inout Verification) throws(JournalError) {
        var next = start
        while let seq = next, seq <= journal.end {
            var replayer = replayer()
            var rest = verification
            do throws(ReplayError) {
                try replay(&replayer, from: seq, &rest)
                next = replayer.divergence?.seq
            } catch {
                next = try journal.checkpoint(after: max(seq, replayer.position ?? seq))?.seq
            }
            verification.brokenInvariants = rest.brokenInvariants
        }
    }

    private func replay(
        _ replayer: inout Replayer<P>, from start: Int, _ verification: inout Verification
    ) throws(ReplayError) {
        var partial = verification
        var rules = program.invariantNames.compactMap { name in
            program.predicate(ofInvariant: name).map {
                (name: name, predicate: $0, response: $0 as? ResponsePredicate<P.State>)
            }
        }
        // The tool has parsed its conditions.
        if let question, let response = try? ResponsePredicate<P.State>(question) {
            rules.append((question.expect, response, response))
        }
        var isBroken = rules.map { rule in partial.brokenInvariants.contains { $0.name == rule.name } }
        var changes = rules.contains { $0.predicate.readsChanges } ? replayer.changes() : nil
        func check(_ seq: Int, _ state: P.State) {
            // What cannot be read or decoded ends the replay, too.
            let change = (try? changes?.change(to: state, at: seq)) ?? nil
            for (index, rule) in rules.enumerated() where !isBroken[index] || rule.response != nil {
                guard (try? rule.predicate.verdict(on: state, from: change)) == .bad, !isBroken[index] else { continue }
                isBroken[index] = true
                let step = seq > journal.first ? try? journal.step(seq) : nil
                let asked = rule.response?.responses.broken.first?.lowerBound
                partial.brokenInvariants.append(.init(name: rule.name, seq: seq, step: step, asked: asked))
                onFinding?(partial)
            }
        }
        verification.hasChangeRules = !program.changeRules.isEmpty
        defer {
            verification.brokenInvariants = partial.brokenInvariants
            verification.responses = rules.compactMap { rule in
                rule.response.map { .init(name: rule.name, found: $0.responses) }
            }
        }
        check(start, try replayer.state(at: start))
        while let seq = replayer.position, seq < replayer.last, replayer.divergence == nil {
            do throws(ReplayError) {
                let reached = try replayer.advance(upTo: replayer.last) { seq, state in
                    check(seq, state)
                    return true
                }
                guard let reached else { break }
                replayer.withCurrentState { check(reached, $0) }
                verification.counts = replayer.counts
            } catch {
                guard case .unavailable(_, _, let why) = error.cause else { throw error }
                // No recorded state follows from which replay could continue.
                let steps = (replayer.position ?? seq) + 1...replayer.last
                verification.counts = replayer.counts
                verification.counts.skipped += steps.count
                verification.unreduced = .init(steps: steps, why: why)
                return
            }
        }
    }

    /// Throws the error if it is no divergence.
    private func findCause(
        of error: ReplayError, _ replayer: Replayer<P>, _ verification: inout Verification
    ) throws(ReplayError) {
        let agreedUpTo = replayer.agreedUpTo ?? journal.first
        var evidence = Evidence()
        func note(_ seq: Int, _ reason: String, _ cause: VerifiedDivergence.Cause) {
            verification.divergence = VerifiedDivergence(
                seq: seq, agreedUpTo: min(agreedUpTo, seq), reason: reason, cause: cause, evidence: evidence)
        }
        switch error.cause {
        case .undecodable(let part, let seq, _, let line, let reason, let advice):
            note(seq, reason, .schemaChanged(part, line: line, advice: "\(advice)"))
        case .incomparable(let seq, _, _, let reason):
            note(seq, "the state cannot be encoded: \(reason)", .unstableCoding(nil))
        case .generated(let seq, _, let mismatch):
            note(seq, "\(mismatch)", isSalvaged ? .damaged : .unknown(why: nil))
            if isSalvaged { return }
            onFinding?(verification)
            note(seq, "\(mismatch)", cause(of: error, seq, agreedUpTo: agreedUpTo, &evidence))
        default: throw error
        }
    }

    private func findOutsideSteps(upTo last: Int?, _ verification: inout Verification) throws {
        var lines = try journal.lines(fromStep: journal.first + 1)
        while let line = try lines.next() {
            guard case .step(let step) = line.content else { continue }
            if step.seq > last ?? .max { return }
            guard case .set(_, Step.outside) = step.change else { continue }
            verification.outsideCount += 1
            if verification.outsideSteps.count < Verification.outsideLimit {
                verification.outsideSteps.append(step.seq)
            }
        }
    }
}

/// What a reducer reports while a recording is replayed once. Replays that look for a cause report it again.
final class IssueLog {
    private var seq: Int?
    private var issues: [Verification.Issue] = []

    func begin(_ seq: Int) { self.seq = seq }

    func note(_ text: String) {
        guard let seq else { return }
        if let index = issues.firstIndex(where: { $0.text == text }) {
            issues[index].times += 1
        } else if issues.count < Verification.issueLimit {
            issues.append(.init(text: text, seq: seq))
        }
    }

    func end() -> [Verification.Issue] {
        seq = nil
        return issues
    }
}
