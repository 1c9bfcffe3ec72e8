internal import TimelineJSON
internal import TimelineQuerying

enum ExpressionArguments {
    static let help = """
        A path on its own is true if any value that it selects is not false: '$.paid' and '!$.paid' test the value; \
        '$.items' is true for an empty list, too, and '$.items[0]' tests for an element. + - * / work on numbers; \
        'sum($.cart.items[*].price)', 'min(…)' and 'max(…)' on the numbers that a path selects.
        """

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
