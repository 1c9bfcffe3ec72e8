internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineSystem

/// Searches for `explore`. Not for people, so the help does not list it.
struct ExploreWorkerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: ExploreSearch.workerCommand, abstract: "Search for bugs, for explore.", shouldDisplay: false)

    @OptionGroup var rules: RuleOptions

    func run() throws {
        guard let program = LinkedProgram.current else {
            throw ToolError(.unavailable, "this executable holds no program")
        }
        let observer = ParentObserver(descriptor: PipedProcess.lifelineDescriptor)
        defer { withExtendedLifetime(observer) {} }
        try serve(program)
    }

    private func serve(_ program: some Program) throws {
        var text: [UInt8] = []
        while case let bytes = try FileDescriptor.read(0, count: 1 << 20, named: "standard input"), !bytes.isEmpty {
            text += bytes
        }
        let interruption = Interruption()
        let server = try ExploreServer(program, text: text, rules.rules(program))
        var lines = try InputLines(descriptor: PipedProcess.inputDescriptor)
        try server.run(isInterrupted: { interruption.isRequested }) { try lines.next() }
    }
}
