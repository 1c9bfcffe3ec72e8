internal import TimelineJSON

/// Expressions on the command line.
enum Condition {
    /// The condition that `expression` spells, or an error that points at the column.
    static func parse(_ expression: String) throws(ToolError) -> JSONCondition {
        do throws(JSONPathError) { return try JSONCondition(parsing: expression) } catch {
            throw ToolError(error, in: expression)
        }
    }
}
