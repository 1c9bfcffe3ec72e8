/// A comparison operator (RFC 9535, section 2.3.5.2.2).
package enum PathComparison: String, Sendable, CaseIterable {
    // Those of two characters first: the parser takes the first that fits.
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
}
