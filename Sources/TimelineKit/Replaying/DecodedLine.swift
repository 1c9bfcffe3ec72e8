/// What a line that was decoded ahead is to a walk.
struct DecodedLine {
    enum Kind {
        /// It has an action.
        case action
        /// A state was set.
        case set
        case snapshot
        /// It changes nothing: a mark, the end, a header, what this version does not know.
        case other
        /// It must be looked at with care: a gap, damage, what cannot be decoded.
        case unusual
    }

    var kind: Kind
    var seq = 0
    /// Which of the actions, or of the states, of its stretch is its own.
    var index = 0
}
