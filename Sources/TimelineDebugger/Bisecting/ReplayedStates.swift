package import TimelineJSON
package import TimelineJournal
package import TimelineKit

/// The states of a timeline as replay makes them: from the nearest recorded state before each, or, in a fresh replay, from
/// the first.
package struct ReplayedStates<P: Program>: StateSource {
    private var replayer: Replayer<P>

    /// A walk keeps the state after every so many steps, so that a step back does not replay from the start.
    private static var keptEvery: Int { 4096 }

    package init(_ replayer: Replayer<P>) { self.replayer = replayer }

    package var journal: any ReplayableJournal { replayer.journal }

    package var skipped: RangeSet<Int>? { replayer.isFresh ? replayer.skippedSteps : nil }

    /// - Throws: `ReplayError`.
    package mutating func state(at seq: Int) throws -> P.State? {
        do throws(ReplayError) { return try replayer.state(at: seq) } catch {
            guard error.isUnknowable else { throw error }
            return nil
        }
    }

    /// The whole range up to the next recorded state: a gap may be long, and one probe for each of its states would be slow.
    ///
    /// - Throws: `ReplayError`, `JournalError`.
    package mutating func unknownStates(around seq: Int) throws -> ClosedRange<Int> {
        let end = try journal.checkpoint(after: seq).map { $0.seq - 1 } ?? replayer.last
        // The last position before the range is where a walk from the recorded state jumps ahead or fails.
        var walk = replayer
        var before = try journal.checkpoint(atOrBefore: seq)?.seq ?? walk.first
        _ = try walk.state(at: before)
        do throws(ReplayError) {
            while let taken = try walk.next(), taken.seq <= seq { before = taken.seq }
        } catch {
            guard error.isUnknowable else { throw error }
        }
        return before + 1...end
    }

    /// Reduces each step once.
    ///
    /// - Throws: `BisectDivergence`, `ReplayError`, and what `visit` throws.
    package mutating func walk(
        _ range: ClosedRange<Int>, _ visit: (_ positions: ClosedRange<Int>, _ state: P.State?) throws -> Bool
    ) throws {
        var seq = range.lowerBound
        guard try visit(seq...seq, try replayer.state(at: seq)) else { return }
        while seq < range.upperBound {
            let kept = seq + Self.keptEvery - (seq - range.lowerBound) % Self.keptEvery
            var isDone = false
            var visitError: (any Error)?
            var reached: Int?
            do throws(ReplayError) {
                // The state after the last of these steps is visited below, after it is compared with the recording.
                try withoutActuallyEscaping(visit) { visit throws(ReplayError) in
                    reached = try replayer.pass(upTo: min(kept, range.upperBound)) { position, state in
                        seq = position
                        do { isDone = try !visit(position...position, state) } catch { visitError = error }
                        return !isDone && visitError == nil
                    }?.seq
                }
            } catch {
                guard error.isUnknowable else { throw error }
            }
            if let visitError { throw visitError }
            if isDone { return }
            let known = reached ?? range.upperBound + 1
            if known > seq + 1 {
                let unknown = seq + 1...min(known - 1, range.upperBound)
                guard try visit(unknown, nil), known <= range.upperBound else { return }
            }
            seq = known
            try requireAgreement(replayer)
            guard try replayer.withCurrentState({ try visit(seq...seq, $0) }) == true else { return }
            if (seq - range.lowerBound) % Self.keptEvery == 0 { replayer.keepCurrentState() }
        }
    }

    /// Replays from the recorded state at or before the range to the next snapshot after it.
    ///
    /// - Throws: `BisectDivergence`, `ReplayError`.
    package mutating func evidence(for range: ClosedRange<Int>) throws -> BisectAnswer.Evidence {
        if replayer.isFresh { return .fresh }
        let last = range.upperBound
        var isReplayed = try journal.checkpoint(atOrBefore: range.lowerBound)?.seq != range.lowerBound
        if range.count == 1, !isReplayed { return .recorded }
        let snapshot = try journal.snapshot(from: last)?.seq
        var walk = replayer
        _ = try walk.state(at: range.lowerBound)
        while walk.position ?? last < snapshot ?? last {
            let taken: ReplayedStep<P>?
            do throws(ReplayError) { taken = try walk.next() } catch {
                // The states of the range are known, and an error in a later step does not invalidate them.
                guard walk.position ?? 0 >= last else { throw error }
                return .unconfirmed
            }
            guard let taken else { break }
            try requireAgreement(walk)
            guard case .reduced = taken.kind else {
                // A state that was set or skipped to is independent of the states before it.
                return isReplayed ? .unconfirmed : .recorded
            }
            isReplayed = true
        }
        guard let snapshot, walk.agreedUpTo == snapshot else { return isReplayed ? .unconfirmed : .recorded }
        return .confirmed(by: snapshot)
    }

    private func requireAgreement(_ replayer: Replayer<P>) throws {
        guard !replayer.isFresh, let divergence = replayer.divergence, divergence.seq == replayer.position else {
            return
        }
        throw BisectDivergence(
            seq: divergence.seq, agreedUpTo: divergence.agreedUpTo, recorded: divergence.recordedJSON,
            replayed: divergence.replayedJSON, unstablePaths: divergence.unstablePaths)
    }

    package func json(of state: P.State) throws -> JSON { try JSONCoding.encode(state).value }
}
