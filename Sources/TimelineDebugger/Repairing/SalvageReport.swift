package import TimelineKit

package struct SalvageReport: Equatable, Sendable {
    package struct LostSteps: Equatable, Sendable, CustomStringConvertible {
        package let steps: ClosedRange<Int>
        package let isLastKnown: Bool

        package var positions: ClosedRange<Int>? {
            let last = isLastKnown ? steps.upperBound - 1 : steps.upperBound
            return steps.lowerBound <= last ? steps.lowerBound...last : nil
        }

        package var description: String {
            guard let positions else { return "\(Self.text(steps)) (the state after it is known)" }
            let states = positions.count == 1 ? "the state" : "the states"
            return "\(Self.text(steps)), and \(states) after \(Self.text(positions))"
        }

        private static func text(_ steps: ClosedRange<Int>) -> String {
            steps.count == 1 ? "step \(steps.lowerBound)" : "steps \(steps.lowerBound) to \(steps.upperBound)"
        }
    }

    /// The first of them: damaged lines, and lines that cannot be replayed without them.
    package internal(set) var dropped: [Damage] = []
    package internal(set) var droppedCount = 0
    static let droppedLimit = 1000
    package internal(set) var kept = 0
    package internal(set) var bytes = 0
    package internal(set) var lost: [LostSteps] = []
    package internal(set) var first = 0
    package internal(set) var last = 0
    package internal(set) var hasLostItsStart = false
    package internal(set) var missingStart: Damage?
    /// Damage follows the last known step, so more steps may have followed.
    package internal(set) var hasLostItsEnd = false
    package internal(set) var torn: Damage?
    /// The file was packed, and its end was cut off: more than the torn line may be missing.
    package var isCut: Bool { torn?.kind == .cut }
    package var isWhole: Bool { droppedCount == 0 && torn == nil && lost.isEmpty && missingStart == nil }

    mutating func drop(_ damage: Damage) {
        droppedCount += 1
        if dropped.count < Self.droppedLimit { dropped.append(damage) }
    }

    package var unknowns: [String] {
        var sentences: [String] = []
        if hasLostItsStart { sentences.append("what came before step \(first + 1)") }
        sentences += lost.map(\.description)
        if hasLostItsEnd { sentences.append("whether more steps came after step \(last)") }
        return sentences
    }
}
