/// The regular expression of `match` and `search`.
package enum PathPattern: Sendable {
    /// A literal in the expression; nil where it is not a valid I-Regexp (RFC 9485), and so matches nothing.
    case fixed((any RegularExpression)?)
    /// A literal in the expression whose automaton would be too large.
    case tooLarge
    /// One that is read from the value.
    case computed(PathOperand)
}
