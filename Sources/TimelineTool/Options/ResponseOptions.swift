internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit

struct ResponseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A condition on $.before, $.action and $.after of the steps that ask.", valueName: "expr"))
    var after: String?

    @Option(help: ArgumentHelp("A condition on the state that must be true in time.", valueName: "expr"))
    var expect: String?

    @Option(
        help: ArgumentHelp("The time: a number of steps, or of seconds as in 30s.", valueName: "time"),
        transform: Self.limit)
    var within: ResponseLimit?

    func validate() throws {
        let given = [after, expect].count { $0 != nil } + (within == nil ? 0 : 1)
        if given % 3 != 0 { throw ValidationError("--after, --expect and --within require each other.") }
    }

    func check() throws(ToolError) {
        for expression in [after, expect].compactMap(\.self) { _ = try ExpressionArguments.condition(expression) }
    }

    private static func limit(_ argument: String) throws -> ResponseLimit {
        if let steps = Int(argument), steps >= 0 { return .steps(steps) }
        if argument.hasSuffix("s"), let seconds = Double(argument.dropLast()), seconds >= 0, seconds.isFinite {
            return .seconds(seconds)
        }
        throw ValidationError("give a number of steps, or of seconds as in 30s.")
    }

    var question: ResponseQuestion? {
        guard let after, let expect, let within else { return nil }
        return ResponseQuestion(after: after, expect: expect, within: within)
    }
}
