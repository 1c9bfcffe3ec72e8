/// A regular expression (RFC 9485) for `match` and `search`.
///
/// This module has no implementation, so that an app that only records links none. Code that parses paths passes a
/// compiler.
package protocol RegularExpression: Sendable {
    /// The number of instructions, which bounds the work per character.
    var size: Int { get }

    /// Whether the expression matches the whole of `text`.
    func matches(_ text: String) -> Bool

    /// Whether the expression matches a part of `text`.
    func isFound(in text: String) -> Bool
}

/// Why a text cannot be compiled as a regular expression.
package enum RegularExpressionError: Error {
    /// It violates RFC 9485.
    case invalid
    /// It is nested too deeply, or its repetitions make it too large.
    case tooLarge
}

/// Compiles the text of a regular expression.
package typealias RegularExpressionCompiler =
    @Sendable (_ text: String) throws(RegularExpressionError) -> any RegularExpression
