internal import TimelineJSON
internal import TimelineQuerying

/// Conditions and paths on the command line.
enum ExpressionArguments {
    /// Help text on expressions. Callers print it after a sentence that explains `$`.
    static let help = """
        A path on its own is true if any value that it selects is not false: '$.paid' and '!$.paid' test the value; \
        '$.items' is true for an empty list, too, and '$.items[0]' tests for an element. + - * / work on numbers.
        """

    /// - Throws: A usage error that shows the column of the syntax error.
    static func condition(_ expression: String) throws(ToolError) -> JSONCondition {
        do throws(JSONPathError) { return try JSONCondition(parsing: expression) } catch {
            throw ToolError(error, in: expression)
        }
    }

    static func path(_ text: String) throws(ToolError) -> StatePath {
        do throws(StatePath.Error) { return try StatePath(parsing: text) } catch {
            throw ToolError(.usage, error.description)
        }
    }
}
