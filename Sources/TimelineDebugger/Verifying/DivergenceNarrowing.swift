internal import TimelineJSON
internal import TimelineJournal
internal import TimelineKit
internal import Dispatch

/// Compares replays state by state, then in other processes, where hashes and globals differ, and last after a second has passed.
struct DivergenceNarrowing<P: Program> {
    let program: P
    let journal: any ReplayableJournal
    /// Looks in many processes, and over a second, as for the first divergences of a run with many.
    let isThorough: Bool
    let started: ContinuousClock.Instant
    let replayer: () -> Replayer<P>
    let otherProcess: ReplayAgreement<P>.OtherProcess?

    /// At least one pair runs.
    private static var stepLimit: Int { 4096 }
    private static var byteLimit: Int { 16 << 20 }
    private static var pairLimit: Int { 16 }
    /// Of two orders of a set, sixteen processes miss the other one once in 65,536 runs.
    private var processes: Int { isThorough ? 16 : 1 }

    typealias Cause = VerifiedDivergence.Cause
    typealias Evidence = VerifiedDivergence.Evidence
    private typealias Element = StateSequence.Element

    func narrowed(_ divergence: Divergence<P.State>) -> VerifiedDivergence {
        var evidence = Evidence()
        let cause: Cause
        do {
            let replayed = try JSONCoding.encode(divergence.replayed)
            let range = divergence.agreedUpTo...divergence.seq
            cause =
                try self.cause(range, .state(seq: divergence.seq, replayed, isReduced: true), &evidence)
                ?? codingLoss(range, divergence.recordedJSON).map { .unstableCoding($0) }
                ?? (divergence.isOnlyAtUnstablePaths
                    ? .unstableCoding(nil) : .reducerChanged(mayBeFromOutside: try isUntouched(divergence)))
        } catch {
            cause = Self.unknown(divergence, why: "\(error)")
        }
        return Self.verified(divergence, cause, evidence)
    }

    static func unnarrowed(_ divergence: Divergence<P.State>) -> VerifiedDivergence {
        verified(divergence, unknown(divergence, why: nil), Evidence())
    }

    private static func unknown(_ divergence: Divergence<P.State>, why: String?) -> Cause {
        // No other replay is needed to know that these values do not survive their coding.
        divergence.isOnlyAtUnstablePaths ? .unstableCoding(nil) : .unknown(why: why)
    }

    private static func verified(
        _ divergence: Divergence<P.State>, _ cause: Cause, _ evidence: Evidence
    ) -> VerifiedDivergence {
        VerifiedDivergence(
            seq: divergence.seq, agreedUpTo: divergence.agreedUpTo,
            states: .init(
                recorded: divergence.recordedJSON, replayed: divergence.replayedJSON, paths: divergence.paths),
            reason: nil, unstablePaths: divergence.unstablePaths, isIgnoredByEquality: divergence.isIgnoredByEquality,
            cause: cause, evidence: evidence)
    }

    func cause(of error: ReplayError, _ seq: Int, agreedUpTo: Int) -> (Cause, Evidence) {
        var evidence = Evidence()
        do {
            guard let first = try Element(error) else { throw error }
            let cause = try cause(min(agreedUpTo, seq)...seq, first, &evidence)
            return (cause ?? .reducerChanged(mayBeFromOutside: false), evidence)
        } catch {
            return (.unknown(why: "\(error)"), evidence)
        }
    }

    private var agreement: ReplayAgreement<P> { ReplayAgreement(replayer) }

    /// The replay that passes through the state recorded before agrees with the recording, and the one that begins with it does not.
    private func codingLoss(_ range: ClosedRange<Int>, _ recorded: JSON) throws -> Disagreement? {
        guard range.lowerBound > journal.first,
            try outcome(journal.first...range.upperBound).text?.value == recorded
        else { return nil }
        return try agreement.codingLoss(in: range, from: journal.first)
    }

    private func cause(_ range: ClosedRange<Int>, _ first: Element, _ evidence: inout Evidence) throws -> Cause? {
        if let disagreement = try disagreement(range, first, &evidence) {
            return disagreement.isOfReducer ? .notDeterministic(disagreement) : .unstableCoding(disagreement)
        }
        guard isThorough else { return nil }
        // Over a second, so that a clock that is read in whole seconds has changed, too.
        let due = started + .milliseconds(1050)
        _ = DispatchSemaphore(value: 0).wait(timeout: .now() + max(0, (due - .now) / .seconds(1)))
        let later = try outcome(range)
        evidence.here += 1
        if later.agrees(with: first) { return nil }
        return .notDeterministic(agreement.disagreement(.later, (first, later)))
    }

    private func disagreement(
        _ range: ClosedRange<Int>, _ first: Element, _ evidence: inout Evidence
    ) throws -> Disagreement? {
        var (pairs, steps, bytes) = (0, 0, 0)
        var loss: Disagreement?
        while pairs == 0 || pairs < Self.pairLimit && steps < Self.stepLimit && bytes < Self.byteLimit {
            let comparison = try StateSequence.compare(sequence(range), sequence(range))
            evidence.here += 2
            if let difference = comparison.difference { return agreement.disagreement(.sameProcess, difference) }
            if let last = comparison.last, !last.agrees(with: first) {
                // These replays began with a decoded state, and the first one may have passed through the same position with its own.
                guard try outcome(journal.first...range.upperBound).agrees(with: first) else {
                    return agreement.disagreement(.sameProcess, (first, last))
                }
                // A reducer that depends on the order of a set differs here, too, but also from process to process.
                loss = agreement.disagreement(.coding, (first, last))
                break
            }
            pairs += 1
            steps += 2 * comparison.count
            bytes += 2 * comparison.bytes
        }
        for _ in 0..<(otherProcess == nil ? 0 : processes) {
            let comparison = try InterruptedReplay.retrying {
                try StateSequence.compare(sequence(range), otherProcess?(range, nil) ?? sequence(range))
            }
            evidence.here += 1
            evidence.elsewhere += 1
            if let difference = comparison.difference { return agreement.disagreement(.otherProcess, difference) }
        }
        return loss
    }

    private func sequence(_ range: ClosedRange<Int>) -> StateSequence { StateSequence(replayer(), range) }

    private func outcome(_ range: ClosedRange<Int>) throws -> Element {
        var replayer = replayer()
        do throws(ReplayError) {
            _ = try replayer.state(at: range.lowerBound)
            while let seq = replayer.position, seq < range.upperBound {
                if try replayer.advance(upTo: range.upperBound) == nil { break }
            }
        } catch {
            guard let element = try Element(error) else { throw error }
            return element
        }
        // A replay without these steps is no evidence.
        guard replayer.position == range.upperBound, let element = Element(replayer, isReduced: true) else {
            throw ReplayEndedError(seq: replayer.position)
        }
        return element
    }

    /// No step since the last agreement changes a value that differs; false if there are too many steps to look at.
    private func isUntouched(_ divergence: Divergence<P.State>) throws -> Bool {
        guard program.version == journal.header.version else { return false }
        let states = sequence(divergence.agreedUpTo...divergence.seq)
        guard let start = try states.next()?.text?.value else { return false }
        var (steps, bytes) = (0, 0)
        while let text = try states.next()?.text {
            (steps, bytes) = (steps + 1, bytes + text.count)
            guard steps <= Self.stepLimit, bytes <= Self.byteLimit else { return false }
            let touched = start.differingPlaces(from: text.value)
            if divergence.places.contains(where: { place in touched.contains { place.overlaps($0) } }) { return false }
        }
        return true
    }
}

private struct ReplayEndedError: Error, CustomStringConvertible {
    let seq: Int?

    var description: String { "another replay ended \(seq.map { "after step \($0)" } ?? "before the first state")" }
}
