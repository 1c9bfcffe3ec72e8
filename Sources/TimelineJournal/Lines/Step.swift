package import TimelineJSON

/// One change of state.
package struct Step: Equatable, Sendable {
    package enum Change: Equatable, Sendable {
        /// An action that was reduced, as the program's coding writes it.
        case action(JSONText)
        /// An action that could not be encoded; what it called itself.
        case opaque(String)
        /// A state put in from outside the reducer, and by what.
        case set(JSONText, by: String)
    }

    /// Steps count from 1.
    package let seq: Int
    package let at: Moment
    package let change: Change
    /// Where an action came from; absent where the line does not say.
    package let from: String?
    /// The seq of the step it came from.
    package let cause: Int?

    package init(seq: Int, at: Moment, change: Change, from: String? = nil, cause: Int? = nil) {
        self.seq = seq
        self.at = at
        self.change = change
        self.from = from
        self.cause = cause
    }
}

extension Step {
    /// Whether this step put in a state from outside.
    package var isSet: Bool {
        if case .set = change { true } else { false }
    }

    /// Whether the change can be made again: an action that was not encoded cannot.
    package var isOpaque: Bool {
        if case .opaque = change { true } else { false }
    }
}
