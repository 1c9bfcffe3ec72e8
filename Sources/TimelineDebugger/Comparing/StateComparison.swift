package import TimelineKit
package import TimelineReplay

/// Compares the states of two recordings at pairs of positions, up to the first pair where they differ.
package struct StateComparison {
    package typealias Pair = (one: Int, other: Int)

    package private(set) var difference: (at: Pair, one: JSONText, other: JSONText)?
    /// The pairs with equal states. A pair with an unknown state is left out.
    package private(set) var equals: [Pair] = []
    /// Where replay of each recording first disagreed with a recorded state.
    package private(set) var divergences: (one: Int?, other: Int?)
    /// Why later pairs could not be compared.
    package private(set) var stop: ReplayError?

    package var count: Int { equals.count + (difference == nil ? 0 : 1) }

    private mutating func compare(
        _ pairs: some Sequence<Pair>, _ text: (Int) throws -> JSONText?, _ otherText: (Int) throws -> JSONText?
    ) throws {
        for pair in pairs {
            guard let one = try text(pair.one), let other = try otherText(pair.other) else { continue }
            guard one == other else {
                difference = (pair, one, other)
                return
            }
            equals.append(pair)
        }
    }

    /// Compares the states that are on file in both recordings.
    package init(_ one: Journal, _ other: Journal, _ pairs: some Sequence<Pair>) throws {
        try compare(pairs, { try one.recordedState(at: $0) }, { try other.recordedState(at: $0) })
    }

    /// Compares the states that replay makes. Where replay disagrees with a recorded state, the recorded one is compared, replay
    /// continues from it, and the states since replay last agreed count as unknown. Holds two states in memory.
    package init<P: Program>(_ one: Replayer<P>, _ other: Replayer<P>, _ pairs: some Sequence<Pair>) throws {
        var (side, otherSide) = (Side(one), Side(other))
        do {
            try compare(pairs, { try side.text(at: $0) }, { try otherSide.text(at: $0) })
        } catch let error as ReplayError { stop = error }
        equals.removeAll { side.wrong.contains($0.one) || otherSide.wrong.contains($0.other) }
        divergences = (side.divergence, otherSide.divergence)
    }

    private struct Side<P: Program> {
        private let unused: Replayer<P>
        private var replayer: Replayer<P>
        private(set) var divergence: Int?
        /// The positions where replay made other states than the recorded ones.
        private(set) var wrong = RangeSet<Int>()

        init(_ replayer: Replayer<P>) { (self.replayer, unused) = (replayer, replayer) }

        /// Nil if the state there is unknown.
        mutating func text(at seq: Int) throws -> JSONText? {
            if seq > replayer.last { return nil }
            if replayer.position == nil { _ = try replayer.state(at: replayer.first) }
            while let position = replayer.position, position < seq, try replayer.advance(upTo: seq) != nil {
                guard !replayer.isFresh, let found = replayer.divergence, found.seq == replayer.position else {
                    continue
                }
                divergence = divergence ?? found.seq
                wrong.insert(contentsOf: found.agreedUpTo + 1..<found.seq)
                replayer = unused
                _ = try replayer.state(at: found.seq)
            }
            guard replayer.position == seq else { return nil }
            return try replayer.withCurrentState { try ReplayError.encode($0, at: seq, of: unused.journal.name) }
        }
    }
}
