/// Which language a parser reads.
enum PathDialect: Sendable {
    /// RFC 9535, and nothing else.
    case standard

    /// RFC 9535 with what people expect of a question: a path used as a test is true if any node that it selects is not
    /// `false`, there are `+ - * /` on numbers, values may stand in parentheses, and a regular expression in quotes must
    /// be one.
    case conditions
}
