package import TimelineKit
package import TimelineReplay

/// A fresh replay starts at the first state and ignores later checkpoints, except after steps that cannot be reduced.
package struct ReplayedStates<P: Program>: StateSource {
    private var replayer: Replayer<P>
    /// A replay starts anew with it.
    private let unused: Replayer<P>
    private var confirmedBefore = 0

    /// In steps. Going back replays at most this many.
    private static var cacheInterval: Int { 4096 }

    package init(_ replayer: Replayer<P>) { (self.replayer, unused) = (replayer, replayer) }

    package var journal: Journal { replayer.journal }
    package var confirmed: Int { confirmedBefore + replayer.counts.confirmed }
    package var skipped: RangeSet<Int>? { replayer.isFresh ? replayer.skippedSteps : nil }

    package mutating func state(at seq: Int) throws -> P.State? {
        do throws(ReplayError) { return try replayer.state(at: seq) } catch {
            guard error.isUnavailable else { throw error }
            return nil
        }
    }

    package mutating func unknownStates(around seq: Int) throws -> ClosedRange<Int> {
        let end = try journal.checkpoint(after: seq).map { $0.seq - 1 } ?? replayer.last
        // Replays from the checkpoint until replay fails or skips past `seq`. The range begins after the last known state.
        var probe = replayer
        var lastKnown = try journal.checkpoint(atOrBefore: seq)?.seq ?? probe.first
        _ = try probe.state(at: lastKnown)
        do throws(ReplayError) {
            while let step = try probe.next(), step.seq <= seq { lastKnown = step.seq }
        } catch {
            guard error.isUnavailable else { throw error }
        }
        return lastKnown + 1...end
    }

    package mutating func walk(
        _ range: ClosedRange<Int>, _ visit: (_ position: Int, _ state: P.State) throws -> Bool,
        unknown skip: (_ positions: ClosedRange<Int>) throws -> Bool
    ) throws {
        var seq = range.lowerBound
        guard try visit(seq, try replayer.state(at: seq)) else { return }
        while seq < range.upperBound {
            let nextCached = seq + Self.cacheInterval - (seq - range.lowerBound) % Self.cacheInterval
            var isDone = false
            var visitError: (any Error)?
            var reached: Int?
            do throws(ReplayError) {
                // `advance` does not visit the last state: it is visited below, once it has been compared with the recording.
                try withoutActuallyEscaping(visit) { visit throws(ReplayError) in
                    reached = try replayer.advance(upTo: min(nextCached, range.upperBound)) { position, state in
                        seq = position
                        do { isDone = try !visit(position, state) } catch { visitError = error }
                        return !isDone && visitError == nil
                    }
                }
            } catch {
                guard error.isUnavailable else { throw error }
            }
            if let visitError { throw visitError }
            if isDone { return }
            let known = reached ?? range.upperBound + 1
            if known > seq + 1 {
                let unknown = seq + 1...min(known - 1, range.upperBound)
                guard try skip(unknown), known <= range.upperBound else { return }
            }
            seq = known
            try requireAgreement(replayer)
            guard try replayer.withCurrentState({ try visit(seq, $0) }) == true else { return }
            if (seq - range.lowerBound) % Self.cacheInterval == 0 { replayer.cacheCurrentState() }
        }
    }

    /// Goes on with the recorded state where replay disagrees with it, and with the next one where replay fails.
    ///
    /// - Parameter onBreak: Called with the position where replay goes on, the one that it could not make, and the `BisectDivergence` or
    ///   `ReplayError`.
    package mutating func walkAcrossBreaks(
        _ range: ClosedRange<Int>, _ visit: (_ position: Int, _ state: P.State) throws -> Void,
        unknown skip: (_ positions: ClosedRange<Int>) throws -> Void,
        onBreak: (_ position: Int, _ failed: Int, _ error: any Error) throws -> Void
    ) throws {
        var next = range.lowerBound
        var failed: Int?
        if try state(at: next) == nil {
            let unknown = try unknownStates(around: next)
            try skip(next...min(unknown.upperBound, range.upperBound))
            next = unknown.upperBound + 1
        }
        while next <= range.upperBound {
            let reason: any Error
            do {
                return try walk(next...range.upperBound) { seq, state in
                    try visit(seq, state)
                    next = seq + 1
                    return true
                } unknown: { positions in
                    try skip(positions)
                    next = positions.upperBound + 1
                    return true
                }
            } catch let divergence as BisectDivergence {
                (failed, next, reason) = (nil, divergence.seq, divergence)
            } catch let error as ReplayError where [.coding, .generated].contains(error.code) {
                // The recorded state of this position may be what cannot be decoded.
                let following =
                    try journal.checkpoint(after: failed == next ? next : next - 1)?.seq ?? range.upperBound + 1
                if following > next { try skip(next...min(following - 1, range.upperBound)) }
                (failed, next, reason) = (next, following, error)
            }
            confirmedBefore = confirmed
            replayer = unused
            try onBreak(next, failed ?? next, reason)
        }
    }

    package mutating func evidence(for range: ClosedRange<Int>) throws -> BisectAnswer.Evidence {
        if replayer.isFresh { return .fresh }
        let last = range.upperBound
        var isReplayed = try journal.checkpoint(atOrBefore: range.lowerBound)?.seq != range.lowerBound
        if range.count == 1, !isReplayed { return .recorded }
        let snapshot = try journal.snapshot(from: last)?.seq
        var probe = replayer
        _ = try probe.state(at: range.lowerBound)
        while probe.position ?? last < snapshot ?? last {
            let step: ReplayedStep<P>?
            do throws(ReplayError) { step = try probe.next() } catch {
                // The states of the range are known, and an error in a later step does not invalidate them.
                guard probe.position ?? 0 >= last else { throw error }
                return .unconfirmed
            }
            guard let step else { break }
            try requireAgreement(probe)
            guard case .reduced = step.kind else {
                // A state that was set or skipped to is independent of the states before it.
                return isReplayed ? .unconfirmed : .recorded
            }
            isReplayed = true
        }
        guard let snapshot, probe.agreedUpTo == snapshot else { return isReplayed ? .unconfirmed : .recorded }
        return .confirmed(by: snapshot, inPart: probe.foundAlikeStates)
    }

    package mutating func evidence(afterWalking range: ClosedRange<Int>) throws -> BisectAnswer.Evidence {
        let last = range.upperBound
        let evidence = try evidence(for: last...last)
        // The walk compared the last state with the one on file, unless it skipped to it.
        let isCompared =
            try evidence == .recorded && range.count > 1 && replayer.position == last && !replayer.hasSkipped
            && journal.snapshot(from: last)?.seq == last
        return isCompared ? .confirmed(by: last, inPart: replayer.foundAlikeStates) : evidence
    }

    private func requireAgreement(_ replayer: Replayer<P>) throws {
        guard !replayer.isFresh, let found = replayer.divergence, found.seq == replayer.position else { return }
        var divergence = BisectDivergence(found)
        divergence.codingLoss = try? ReplayAgreement { [unused] in unused }.codingLoss(in: found.agreedUpTo...found.seq)
        throw divergence
    }

    package mutating func compare(by predicate: any StatePredicate<P.State>) {
        replayer.areAlike = { predicate.readsSame($0, $1) }
    }

    package func changes(after first: Int) -> StateChanges<P.State> { replayer.changes(after: first) }

    package func json(of state: P.State, at seq: Int) throws -> JSON {
        try ReplayError.encode(state, at: seq, of: journal.name).value
    }
}
