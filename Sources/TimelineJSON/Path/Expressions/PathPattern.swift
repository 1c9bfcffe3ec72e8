/// The regular expression of `match` and `search`.
enum PathPattern: Sendable {
    /// A literal in the expression; nil where it is not a valid I-Regexp (RFC 9485), and so matches nothing.
    case fixed(IRegexp?)
    /// A literal in the expression whose automaton would be too large (`IRegexpProgram.sizeLimit`).
    case tooLarge
    /// One that is read from the value.
    case computed(PathOperand)
}
