internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct PredicateOptions: ParsableArguments {
    @OptionGroup var rule: RuleOptions
    @OptionGroup var response: ResponseOptions

    @Option(
        name: .customLong("repeat"), parsing: .unconditional,
        help: ArgumentHelp(
            "The number of times to judge each state. Answers that differ end the search.", valueName: "n"))
    var count = 1

    /// The value of `JudgeOption`, which commands that have it set when they validate their arguments.
    var command: String?

    static let help = """
        EXPR is a filter expression of RFC 9535 with $ as the state; a state is bad where EXPR is true. \
        \(ExpressionArguments.help)

        \(RuleOptions.changeHelp) Changes are judged in order, since one does not stay bad.

        With --after, --expect and --within, a step is bad at which the time is up that began with a step that asked. \
        What the end of the recording, or a state that was set from outside, leaves open is not bad.

        CMD reads the state from standard input and exits with 0 for good, 125 for can't tell, or 1 to 124 for bad; \
        any other status aborts the search.
        """

    var given: [String] {
        rule.given.map(\.0) + (response.after == nil ? [] : ["--after"]) + (command == nil ? [] : ["--run"])
    }

    func check() throws(ToolError) {
        try rule.checkExpression()
        try response.check()
    }

    /// Nil with --run, too.
    var asked: Rule? { response.question.map { .response($0) } ?? rule.rule }

    func validate() throws {
        if given.count > 1 { throw ValidationError("Pass only one of \(given.joined(separator: " and ")).") }
        if count < 1 { throw ValidationError("--repeat \(count): give a number from 1.") }
        if let option = given.first, option != "--run", option != "--invariant", count > 1 {
            throw ValidationError(
                "--repeat: a condition depends on the state alone, and is judged once. Omit it with \(option).")
        }
    }

    /// Continues a sentence with what else may differ from run to run, where --repeat can tell.
    var repeatAdvice: String {
        guard command != nil, count == 1 else { return "." }
        return ", or the command of --run depends on more than the state: --repeat 3 judges each state three times."
    }

    var reason: (bad: String, good: String)? {
        (rule.bad ?? rule.badChange).map { ($0, "\($0) is false") }
            ?? response.question.map { ("\($0.expect) did not come in time", "\($0.expect) came in time") }
            ?? rule.invariant.map { ("the invariant \"\($0)\" is broken", "the invariant \"\($0)\" holds") }
            ?? command.map { ("`\($0)` fails", "`\($0)` succeeds") }
    }

    /// Nil if that requires a program, or if no predicate is given.
    func predicate<State: Encodable>(on state: State.Type) throws -> (any StatePredicate<State>)? {
        if let bad = rule.bad { return try ExpressionPredicate<State>(bad) }
        if let change = rule.badChange { return try ChangeCondition<State>(change) }
        if let question = response.question { return try ResponsePredicate<State>(question) }
        return command.map { repeated(CommandPredicate<State>($0)) }
    }

    func predicate<P: Program>(_ program: P) throws -> (any StatePredicate<P.State>)? {
        try RuleOptions.require(asked, program)
        return try asked?.predicate(program).map { repeated($0) } ?? predicate(on: P.State.self)
    }

    /// Where states differ in what the condition reads, or all places if they are judged differently; nil without a predicate.
    func differingPaths<P: Program>(_ program: P) throws -> ((JSON, JSON) throws -> [String])? {
        if let bad = rule.bad { return try JSONCondition(parsing: bad).differingPaths }
        guard let predicate = try predicate(program) else { return nil }
        if predicate.readsChanges { return JSON.differingPaths }
        return { one, other in
            let verdicts = try [one, other].map {
                try predicate.verdict(on: JSONCoding.decode(P.State.self, from: JSONText($0)))
            }
            return verdicts[0] == verdicts[1] ? [] : JSON.differingPaths(one, other)
        }
    }

    private func repeated<State>(_ predicate: some StatePredicate<State>) -> any StatePredicate<State> {
        count > 1 ? RepeatedPredicate(predicate, count: count) : predicate
    }
}

struct JudgeOption: ParsableArguments {
    @Option(name: .customLong("run"), help: ArgumentHelp("A command that judges a state.", valueName: "cmd"))
    var command: String?
}
