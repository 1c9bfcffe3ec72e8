internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineSystem

/// Searches for `explore`. Not for people, so the help does not list it.
struct ExploreWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: ExploreSearch.workerCommand, abstract: "Search for bugs, for explore.", shouldDisplay: false)

    @OptionGroup var rules: RuleOptions

    func run() throws { try TrialCommand.reduce { try serve($0, $1) } }

    private func serve(_ program: some Program, _ text: [UInt8]) throws {
        let interruption = Interruption()
        let server = try ExploreServer(program, text: text, rules.rules(program))
        var lines = try InputLines(descriptor: PipedProcess.inputDescriptor)
        try server.run(isInterrupted: { interruption.isRequested }) { try lines.next() }
    }
}
