internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit

struct ResponseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("A condition on $.before, $.action and $.after of the steps that ask.", valueName: "expr"))
    var after: String?

    @Option(help: ArgumentHelp("A condition on the state that must be true in time.", valueName: "expr"))
    var expect: String?

    @Option(help: ArgumentHelp("The time: a number of steps, or of seconds as in 30s.", valueName: "time"))
    var within: Responses.Limit?

    func validate() throws {
        let given = [after, expect].count { $0 != nil } + (within == nil ? 0 : 1)
        if given % 3 != 0 { throw ValidationError("--after, --expect and --within require each other.") }
    }

    func check() throws(ToolError) {
        for expression in [after, expect].compactMap(\.self) { _ = try ExpressionArguments.condition(expression) }
    }

    func predicate<State: Encodable>(on state: State.Type) throws -> ResponsePredicate<State>? {
        guard let after, let expect, let within else { return nil }
        return try ResponsePredicate(after: after, expect: expect, within: within)
    }
}

extension Responses.Limit: ExpressibleByArgument {
    public init?(argument: String) {
        if let steps = Int(argument), steps >= 0 {
            self = .steps(steps)
        } else if argument.hasSuffix("s"), let seconds = Double(argument.dropLast()), seconds >= 0, seconds.isFinite {
            self = .seconds(seconds)
        } else {
            return nil
        }
    }
}
