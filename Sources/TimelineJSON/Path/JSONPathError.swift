/// Why a text is no JSONPath expression, or why one could not be worked out.
package struct JSONPathError: Error, Equatable, CustomStringConvertible {
    /// Where in the expression, counted in Unicode scalars from 1.
    package let column: Int

    /// What was expected there and what was found, or what is wrong.
    package let reason: String

    package var description: String { "column \(column): \(reason)" }
}
