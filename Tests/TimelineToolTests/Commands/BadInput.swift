import Testing

/// A command with invalid input, and its whole output.
struct BadInput: CustomTestStringConvertible, Sendable {
    let name: String
    let arguments: [String]
    let files: [String: String]
    let tool: String
    let environment: [String: String]
    let input: String
    let expected: Finished

    var testDescription: String { name }

    /// - Parameters:
    ///   - errors: Without the LF of its last line.
    init(
        _ name: String, _ arguments: [String], _ files: [String: String] = [:], tool: String = "counter-timeline",
        environment: [String: String] = [:], input: String = "", status: Int32, output: String = "", errors: String
    ) {
        self.name = name
        self.arguments = arguments
        self.files = files
        self.tool = tool
        self.environment = environment
        self.input = input
        expected = Finished(
            output: output.isEmpty ? "" : output + "\n", errors: errors.isEmpty ? "" : errors + "\n", status: status)
    }
}
