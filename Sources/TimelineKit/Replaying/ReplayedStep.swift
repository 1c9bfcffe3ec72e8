package import TimelineJournal

/// A step that was taken again, or a stretch that could not be.
package struct ReplayedStep<P: Program>: Sendable {
    package enum Kind: Sendable {
        /// An action was reduced.
        case reduced(P.Action)
        /// A state was put in.
        case set(by: String)
        /// Steps from `first` to this one could not be reduced again, and `why`; the state is a recorded one.
        case jumped(first: Int, why: String)
    }

    /// The number of the step.
    package let seq: Int
    package let at: Moment
    package let kind: Kind
    /// The step as it was recorded; nil in a jump over steps that are not on file.
    package let step: Step?
    /// The state after it.
    package let state: P.State
}
