internal import TimelineJSON
internal import TimelineQuerying

/// Expressions on the command line.
enum Condition {
    /// What help says of expressions, after what `$` is.
    static let help = """
        A path on its own is true if any value there is not false: '$.paid' and '!$.paid' ask for the value, '$.items' \
        is true of an empty list, too, and '$.items[0]' asks for an element. + - * / work on numbers.
        """

    /// The condition that `expression` spells, or an error that points at the column.
    static func parse(_ expression: String) throws(ToolError) -> JSONCondition {
        do throws(JSONPathError) { return try JSONCondition(parsing: expression) } catch {
            throw ToolError(error, in: expression)
        }
    }
}
