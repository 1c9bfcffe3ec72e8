internal import Dispatch
internal import TimelineKit
internal import TimelineReplay

/// The cause of a divergence. Compares replays state by state, then in other processes, where hashes and globals differ, and last after a
/// second has passed.
extension TimelineVerifier {
    private typealias Element = StateSequence.Element
    private typealias Agreement = ReplayAgreement<P>
    typealias Evidence = VerifiedDivergence.Evidence

    /// At least one pair runs.
    private static var pairLimit: Int { 16 }
    /// Of two orders of a set, sixteen processes miss the other one once in 65,536 runs.
    private var processes: Int { otherProcess == nil ? 0 : isThorough ? 16 : 1 }
    private var agreement: Agreement { ReplayAgreement(replayer) }

    func withCause(_ divergence: Divergence<P.State>) -> VerifiedDivergence {
        var evidence = Evidence()
        let cause: VerifiedDivergence.Cause
        do {
            let range = divergence.agreedUpTo...divergence.seq
            let replayed = try JSONCoding.encode(divergence.replayed)
            let first = Element(seq: divergence.seq, replayed, isReduced: true)
            let disagreement =
                try disagreement(range, first, &evidence) ?? codingLoss(range, divergence.recordedJSON)
                ?? agreement.sharing(in: range)
            cause =
                try disagreement?.cause
                ?? (divergence.isOnlyAtUnstablePaths
                    ? .unstableCoding(nil) : .reducerChanged(mayBeFromOutside: isUntouched(divergence)))
        } catch {
            cause = .unknown(why: "\(error)")
        }
        return VerifiedDivergence(divergence, cause, evidence)
    }

    func cause(
        of error: ReplayError, _ seq: Int, agreedUpTo: Int, _ evidence: inout Evidence
    ) -> VerifiedDivergence.Cause {
        do {
            guard let first = try Element(error) else { throw error }
            let disagreement = try disagreement(min(agreedUpTo, seq)...seq, first, &evidence)
            return disagreement?.cause ?? .reducerChanged(mayBeFromOutside: false)
        } catch {
            return .unknown(why: "\(error)")
        }
    }

    /// The replay that passes through the state recorded before agrees with the recording, and the one that begins with it does not.
    private func codingLoss(_ range: ClosedRange<Int>, _ recorded: JSON) throws -> Disagreement? {
        guard range.lowerBound > journal.first, try outcome(journal.first...range.upperBound)?.text?.value == recorded
        else { return nil }
        return try agreement.codingLoss(in: range, from: journal.first)
    }

    private func disagreement(
        _ range: ClosedRange<Int>, _ first: Element, _ evidence: inout Evidence
    ) throws -> Disagreement? {
        var (steps, bytes) = (0, 0)
        var loss: Disagreement?
        for _ in 0..<Self.pairLimit where loss == nil && steps < Agreement.stepLimit && bytes < Agreement.byteLimit {
            let comparison = try StateSequence.compare(sequence(range), sequence(range))
            evidence.here += 2
            if let difference = comparison.difference { return agreement.disagreement(.sameProcess, difference) }
            if let last = comparison.last, !last.agrees(with: first) {
                // These replays began with a decoded state, and the first one may have passed through the same position with its own.
                guard try outcome(journal.first...range.upperBound)?.agrees(with: first) == true else {
                    return agreement.disagreement(.sameProcess, (first, last))
                }
                // A reducer that depends on the order of a set differs here, too, but also from process to process.
                loss = agreement.disagreement(.coding, (first, last))
            }
            steps += 2 * comparison.count
            bytes += 2 * comparison.bytes
        }
        for _ in 0..<processes {
            let comparison = try InterruptedReplay.retrying {
                try StateSequence.compare(sequence(range), otherProcess?(range, nil) ?? sequence(range))
            }
            evidence.here += 1
            evidence.elsewhere += 1
            if let difference = comparison.difference { return agreement.disagreement(.otherProcess, difference) }
        }
        if loss != nil || !isThorough { return loss }
        // Over a second, so that a clock that is read in whole seconds has changed, too.
        let due = started + .milliseconds(1050)
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + max(0, (due - .now) / .seconds(1)))
        guard let later = try outcome(range) else { throw ReplayEndedError() }
        evidence.here += 1
        return later.agrees(with: first) ? nil : agreement.disagreement(.later, (first, later))
    }

    private func sequence(_ range: ClosedRange<Int>) -> StateSequence { StateSequence(replayer(), range) }

    /// The last state of a range; nil if replay ends or diverges before it, which is no evidence.
    private func outcome(_ range: ClosedRange<Int>) throws -> Element? {
        let last = range.upperBound...range.upperBound
        let element = try StateSequence(replayer(), last, passing: range.lowerBound).next()
        return element?.text == nil || element?.seq == range.upperBound ? element : nil
    }

    /// No step since the last agreement changes a value that differs; false if there are too many steps to look at.
    private func isUntouched(_ divergence: Divergence<P.State>) throws -> Bool {
        guard program.version == journal.header.version else { return false }
        let states = sequence(divergence.agreedUpTo...divergence.seq)
        guard let start = try states.next()?.text?.value else { return false }
        var (steps, bytes) = (0, 0)
        while let text = try states.next()?.text {
            (steps, bytes) = (steps + 1, bytes + text.count)
            guard steps <= Agreement.stepLimit, bytes <= Agreement.byteLimit else { return false }
            let touched = start.differingPlaces(from: text.value)
            if divergence.places.contains(where: { place in touched.contains { place.overlaps($0) } }) { return false }
        }
        return true
    }
}

extension Disagreement {
    fileprivate var cause: VerifiedDivergence.Cause { isOfReducer ? .notDeterministic(self) : .unstableCoding(self) }
}

private struct ReplayEndedError: Error, CustomStringConvertible {
    let description = "another replay ended before this step"
}
