/// The regular expression of `match` and `search`.
enum PathPattern: Sendable {
    /// One that stands in the expression; nil where it is no I-Regexp, and so fits nothing.
    case fixed(IRegexp?)
    /// One that stands in the expression and is too large to try.
    case tooLarge
    /// One that is read from the value.
    case computed(PathOperand)
}
