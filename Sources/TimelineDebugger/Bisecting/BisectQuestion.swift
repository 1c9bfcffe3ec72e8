package import TimelineJSON
package import TimelineJournal

/// A question that an interactive bisection asks: is the state after step `seq` good or bad?
package struct BisectQuestion: Equatable, Sendable {
    package enum Reply: Equatable, Sendable {
        case verdict(Verdict)
        /// Takes the last verdict back.
        case undo
    }

    package let seq: Int
    /// The step; nil for the first position, and where the step is not on file.
    package let step: Step?
    /// The state before the step; nil where there is none, or where it cannot be known.
    package let before: JSON?
    package let state: JSON
    /// About how many questions are left, this one included.
    package let remaining: Int
    /// Whether there is a verdict to take back.
    package let canUndo: Bool
}
