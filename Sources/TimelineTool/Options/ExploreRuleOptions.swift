internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit

struct ExploreRuleOptions: ParsableArguments {
    @Option(help: ArgumentHelp("A condition that is true for bad states.", valueName: "expr"))
    var bad: String?

    @Option(help: ArgumentHelp("An invariant of the program that bad states break.", valueName: "name"))
    var invariant: String?

    func validate() throws {
        if bad != nil, invariant != nil { throw ValidationError("Pass only one of --bad and --invariant.") }
    }

    var arguments: [String] { bad.map { ["--bad=\($0)"] } ?? invariant.map { ["--invariant=\($0)"] } ?? [] }

    func rules<P: Program>(_ program: P) throws -> ExploreRules<P.State> {
        if let bad { return try ExploreRules(condition: bad) }
        if let invariant { return ExploreRules(try PredicateOptions.invariant(invariant, program)) }
        return ExploreRules(allOf: program.invariants)
    }
}
