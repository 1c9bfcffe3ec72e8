internal import TimelineKit

/// A regular expression (RFC 9485). The code that parses paths passes a compiler, so that an app that only records links none.
package protocol RegularExpression: Sendable {
    /// In instructions, which bounds the work per character.
    var size: Int { get }

    func matches(_ text: String) -> Bool

    func isFound(in text: String) -> Bool
}

package enum RegularExpressionError: Error {
    case invalid
    case tooLarge
}

package typealias RegularExpressionCompiler =
    @Sendable (_ text: String) throws(RegularExpressionError) -> any RegularExpression
