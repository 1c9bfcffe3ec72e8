package import TimelineJournal

/// What was kept of a damaged journal, and what was left out.
package struct SalvageReport: Equatable, Sendable {
    /// Steps that were lost to damage: their actions and the states after them are unknown.
    package struct LostSteps: Equatable, Sendable, CustomStringConvertible {
        package let steps: ClosedRange<Int>
        /// Whether the state after the last of them is on file.
        package let isLastKnown: Bool

        /// The positions whose state is unknown; nil if there is none.
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

    /// The first lines that were left out, in their order: damaged ones, and those that can't be replayed without them.
    package internal(set) var dropped: [Damage] = []
    /// The number of all of them.
    package internal(set) var droppedCount = 0
    static let droppedLimit = 1000
    /// The number of lines that were kept as they are.
    package internal(set) var kept = 0
    /// The size of the copy.
    package internal(set) var bytes = 0
    /// The steps that were lost.
    package internal(set) var lost: [LostSteps] = []
    /// The first position with a state.
    package internal(set) var first = 0
    /// The last step that is known to have happened.
    package internal(set) var last = 0
    /// Whether the first snapshot was lost, and with it all before position `first`.
    package internal(set) var hasLostItsStart = false
    /// Which of the first segments are missing from the folder.
    package internal(set) var missingStart: Damage?
    /// Whether damage follows the last known step, so that it is unknown whether more steps followed.
    package internal(set) var hasLostItsEnd = false
    /// The last line, if it is torn.
    package internal(set) var torn: Damage?
    /// Whether more than that line may be missing: the file was packed, and its end was cut off.
    package internal(set) var isCut = false

    /// Whether everything was kept.
    package var isWhole: Bool { droppedCount == 0 && torn == nil && lost.isEmpty && missingStart == nil }

    mutating func drop(_ damage: Damage) {
        droppedCount += 1
        if dropped.count < Self.droppedLimit { dropped.append(damage) }
    }

    /// What is unknown, a sentence each.
    package var unknowns: [String] {
        var sentences: [String] = []
        if hasLostItsStart { sentences.append("what came before step \(first + 1)") }
        sentences += lost.map(\.description)
        if hasLostItsEnd { sentences.append("whether more steps came after step \(last)") }
        return sentences
    }
}
