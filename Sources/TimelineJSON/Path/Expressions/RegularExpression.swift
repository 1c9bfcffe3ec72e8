/// A regular expression (RFC 9485) for `match` and `search`.
///
/// This module has no engine for them, so that an app that only records links none. Code that has one passes a compiler
/// where it parses a path.
package protocol RegularExpression: Sendable {
    /// The number of instructions: the work for each character is at most in proportion to it.
    var size: Int { get }

    /// Whether the expression matches the whole of `text`.
    func matches(_ text: String) -> Bool

    /// Whether the expression matches a part of `text`.
    func isFound(in text: String) -> Bool
}

/// Why a text is not a regular expression that can be tried.
package enum RegularExpressionError: Error {
    /// RFC 9485 does not allow it.
    case invalid
    /// It is nested too deeply, or its repetitions make it too large.
    case tooLarge
}

/// Makes a regular expression of its text.
package typealias RegularExpressionCompiler =
    @Sendable (_ text: String) throws(RegularExpressionError) -> any RegularExpression
