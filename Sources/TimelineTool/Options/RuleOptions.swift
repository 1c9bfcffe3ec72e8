internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit

struct RuleOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A condition that is true for bad states.", valueName: "expr"))
    var bad: String?

    @Option(
        help: ArgumentHelp(
            "A condition on $.before, $.action and $.after that is true for bad changes of the state.",
            valueName: "expr"))
    var badChange: String?

    @Option(help: ArgumentHelp("An invariant of the program that is broken.", valueName: "name"))
    var invariant: String?

    static let changeHelp = """
        With --bad-change, $ has the members before, action and after: '$.after.total < $.before.total && !$.action.remove'. \
        A state that was set from outside has no action, and is not judged.
        """

    func validate() throws {
        if given.count > 1 { throw ValidationError("Pass only one of \(given.map(\.0).joined(separator: " and ")).") }
    }

    var given: [(String, String)] {
        [("--bad", bad), ("--bad-change", badChange), ("--invariant", invariant)]
            .compactMap { option, value in value.map { (option, $0) } }
    }

    /// A condition that was given without --bad.
    mutating func take(_ expression: String?) throws {
        guard let expression else { return }
        if bad != nil { throw ValidationError("Unexpected argument '\(expression)': --bad has the condition.") }
        bad = expression
        try validate()
    }

    /// The same options on another command line.
    var arguments: [String] { given.map { "\($0)=\($1)" } }

    var rule: Rule? { bad.map { .condition($0) } ?? badChange.map { .change($0) } ?? invariant.map { .invariant($0) } }

    func checkExpression() throws(ToolError) {
        if let expression = bad ?? badChange { _ = try ExpressionArguments.condition(expression) }
    }

    func rules<P: Program>(_ program: P) throws -> ExploreRules<P.State> {
        try Self.require(rule, program)
        return try ExploreRules(rule, program)
    }

    static func require(_ rule: Rule?, _ program: some Program) throws(ToolError) {
        guard case .invariant(let invariant)? = rule, !program.invariantNames.contains(invariant) else { return }
        let names = program.invariantNames.map { "  \($0)" }.joined(separator: "\n")
        throw ToolError(
            .usage,
            "the program \"\(program.name)\" has no invariant \"\(invariant)\". "
                + (names.isEmpty ? "It has none." : "Its invariants are:\n\(names)"))
    }
}
