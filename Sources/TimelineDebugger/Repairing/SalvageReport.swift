package import TimelineJournal

/// What was taken over from a damaged journal, and what was not.
package struct SalvageReport: Equatable, Sendable {
    /// Steps that damage took: their actions are not to be had, and the states after them are not known.
    package struct LostSteps: Equatable, Sendable, CustomStringConvertible {
        package let steps: ClosedRange<Int>
        /// Whether the state after the last of them is on file.
        package let isLastKnown: Bool

        package init(steps: ClosedRange<Int>, isLastKnown: Bool) {
            self.steps = steps
            self.isLastKnown = isLastKnown
        }

        /// The positions whose state cannot be known; nil where all are.
        package var positions: ClosedRange<Int>? {
            let last = isLastKnown ? steps.upperBound - 1 : steps.upperBound
            return steps.lowerBound <= last ? steps.lowerBound...last : nil
        }

        package var description: String {
            let what =
                steps.count == 1 ? "step \(steps.lowerBound)" : "steps \(steps.lowerBound) to \(steps.upperBound)"
            guard let positions else { return "\(what), but the state after it is" }
            let states =
                positions.count == 1
                ? "the state after step \(positions.lowerBound)"
                : "the states after steps \(positions.lowerBound) to \(positions.upperBound)"
            return "\(what), and \(states)"
        }
    }

    /// The first lines that were left out, damaged ones and those that are of no use without them, as they were met.
    package internal(set) var dropped: [Damage] = []
    /// How many were left out.
    package internal(set) var droppedCount = 0
    static let droppedLimit = 1000
    /// The lines that were kept as they are.
    package internal(set) var kept = 0
    /// The bytes of what came out.
    package internal(set) var bytes = 0
    /// The stretches of steps that cannot be replayed because of damage.
    package internal(set) var lost: [LostSteps] = []
    /// The first position with a state.
    package internal(set) var first = 0
    /// The last step that is known to have been.
    package internal(set) var last = 0
    /// Whether the first snapshot was lost, and with it all that came before position `first`.
    package internal(set) var hasLostItsStart = false
    /// Where the first segments are missing from the folder, which.
    package internal(set) var missingStart: Damage?
    /// Whether damage stands after the last step that is known, so that no one can tell whether more followed.
    package internal(set) var hasLostItsEnd = false
    /// Where the last line is torn, which line it is.
    package internal(set) var torn: Damage?
    /// Whether more than that line may be missing, as the file was packed, and a part of that was cut off.
    package internal(set) var isCut = false

    /// Whether everything was kept.
    package var isWhole: Bool { droppedCount == 0 && torn == nil && lost.isEmpty && missingStart == nil }

    mutating func drop(_ damage: Damage) {
        droppedCount += 1
        if dropped.count < Self.droppedLimit { dropped.append(damage) }
    }

    /// What cannot be known, a sentence each.
    package var unknowns: [String] {
        var sentences: [String] = []
        if hasLostItsStart { sentences.append("what came before step \(first + 1)") }
        sentences += lost.map(\.description)
        if hasLostItsEnd { sentences.append("whether more steps came after step \(last)") }
        return sentences
    }
}
