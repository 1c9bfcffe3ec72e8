internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit

/// What makes a state bad.
struct RuleOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A condition that is true for bad states.", valueName: "expr"))
    var bad: String?

    @Option(help: ArgumentHelp("An invariant of the program that bad states break.", valueName: "name"))
    var invariant: String?

    func validate() throws {
        if bad != nil, invariant != nil { throw ValidationError("Pass only one of --bad and --invariant.") }
    }

    /// A condition that was given without --bad.
    mutating func take(_ expression: String?) throws {
        guard let expression else { return }
        if bad != nil { throw ValidationError("Unexpected argument '\(expression)': --bad has the condition.") }
        bad = expression
        try validate()
    }

    /// The same options on another command line.
    var arguments: [String] { bad.map { ["--bad=\($0)"] } ?? invariant.map { ["--invariant=\($0)"] } ?? [] }

    var rule: Rule? { bad.map { .condition($0) } ?? invariant.map { .invariant($0) } }

    func checkExpression() throws(ToolError) { if let bad { _ = try ExpressionArguments.condition(bad) } }

    func rules<P: Program>(_ program: P) throws -> ExploreRules<P.State> {
        if let invariant { _ = try Self.invariant(invariant, program) }
        return try ExploreRules(rule, program)
    }

    static func invariant<P: Program>(_ invariant: String, _ program: P) throws(ToolError) -> Invariant<P.State> {
        if let found = program.invariants.first(where: { $0.name == invariant }) { return found }
        let names = program.invariants.map { "  \($0.name)" }.joined(separator: "\n")
        throw ToolError(
            .usage,
            "the program \"\(program.name)\" has no invariant \"\(invariant)\". "
                + (names.isEmpty ? "It has none." : "Its invariants are:\n\(names)"))
    }
}
