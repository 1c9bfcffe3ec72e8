/// A regular expression taken apart (RFC 9485, section 4).
indirect enum IRegexpSyntax {
    case set(IRegexpSet)
    /// `^` or `$`, which take nothing.
    case start
    case end
    case sequence([IRegexpSyntax])
    case choice([IRegexpSyntax])
    /// At least `least` times, at most `most` times where there is such a bound.
    case repeated(IRegexpSyntax, least: Int, most: Int?)
}
