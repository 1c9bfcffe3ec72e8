internal import ArgumentParser

struct MinimizeOptions: ParsableArguments {
    @OptionGroup var predicates: PredicateOptions

    @Flag(help: "A run is bad if its reducer crashes as the recorded run did.")
    var crash = false

    @Flag(help: "The shortest run that fails, whether the app can do it or not.")
    var any = false

    @Option(parsing: .unconditional, help: ArgumentHelp("The most time to search, in seconds.", valueName: "n"))
    var seconds = 60

    @Flag(name: .customLong("no-payloads"), help: "Keep the remaining actions as they were recorded.")
    var keepsPayloads = false

    @Flag(name: .customLong("effect-payloads"), help: "Make the actions of effects smaller, too.")
    var changesEffects = false

    func validate() throws {
        if crash, let other = predicates.given.first { throw ValidationError("Pass only one of \(other) and --crash.") }
        if crash, predicates.count > 1 {
            throw ValidationError("--repeat: a crash is judged once. Omit it with --crash.")
        }
        if keepsPayloads, changesEffects {
            throw ValidationError("Pass only one of --no-payloads and --effect-payloads.")
        }
        if changesEffects, !any {
            throw ValidationError("--effect-payloads: the app may never get a smaller answer. Pass --any, too.")
        }
        if seconds < 1 { throw ValidationError("--seconds \(seconds): give a number from 1.") }
    }

    var payloads: String? { keepsPayloads ? "--no-payloads" : changesEffects ? "--effect-payloads" : nil }
    var isEmpty: Bool { predicates.given.isEmpty && !crash }
}
