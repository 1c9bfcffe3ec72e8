package import TimelineJSON
package import TimelineJournal
package import TimelineKit

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
        _ pairs: some Sequence<Pair>, _ texts: (Pair) throws -> (one: JSONText, other: JSONText)?
    ) throws {
        for pair in pairs {
            guard let (one, other) = try texts(pair) else { continue }
            guard one == other else {
                difference = (pair, one, other)
                return
            }
            equals.append(pair)
        }
    }

    /// Compares the states that are on file in both recordings.
    package init(_ one: Journal, _ other: Journal, _ pairs: some Sequence<Pair>) throws {
        try compare(pairs) { pair in
            guard let place = try one.checkpoint(atOrBefore: pair.one), place.seq == pair.one,
                let otherPlace = try other.checkpoint(atOrBefore: pair.other), otherPlace.seq == pair.other
            else { return nil }
            return (try one.state(at: place), try other.state(at: otherPlace))
        }
    }

    /// Compares the states that replay makes. Where replay disagrees with a recorded state, the recorded one is compared, replay
    /// continues from it, and the states since replay last agreed count as unknown. Holds two states in memory.
    package init<P: Program>(_ one: Replayer<P>, _ other: Replayer<P>, _ pairs: some Sequence<Pair>) throws {
        var (side, otherSide) = (Side(one), Side(other))
        let (name, otherName) = (one.journal.name, other.journal.name)
        do {
            try compare(pairs) { pair in
                guard try side.move(to: pair.one), try otherSide.move(to: pair.other) else { return nil }
                return try side.replayer.withCurrentState { state in
                    try otherSide.replayer.withCurrentState { other in
                        (
                            try ReplayError.encode(state, at: pair.one, of: name),
                            try ReplayError.encode(other, at: pair.other, of: otherName)
                        )
                    }
                } ?? nil
            }
        } catch let error as ReplayError {
            stop = error
        }
        equals.removeAll { side.wrong.contains($0.one) || otherSide.wrong.contains($0.other) }
        divergences = (side.divergence, otherSide.divergence)
    }

    private struct Side<P: Program> {
        private let unused: Replayer<P>
        private(set) var replayer: Replayer<P>
        private(set) var divergence: Int?
        /// The positions where replay made other states than the recorded ones.
        private(set) var wrong = RangeSet<Int>()

        init(_ replayer: Replayer<P>) {
            unused = replayer
            self.replayer = replayer
        }

        /// False if the state there is unknown.
        mutating func move(to seq: Int) throws(ReplayError) -> Bool {
            if seq > replayer.last { return false }
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
            return replayer.position == seq
        }
    }
}
