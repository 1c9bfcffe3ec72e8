internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineSystem

/// Reduces the runs that `minimize`, `test` and `explore` try, one by one. Not for people, so the help does not list it.
struct TrialCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: RecordedTrial.command, abstract: "Reduce the runs that minimize tries.", shouldDisplay: false)

    @OptionGroup var predicates: PredicateOptions

    @Flag(help: "A state that does not survive its coding is bad.")
    var coding = false

    func run() throws {
        guard let program = LinkedProgram.current else {
            throw ToolError(.unavailable, "this executable holds no program")
        }
        let observer = ParentObserver(descriptor: PipedProcess.lifelineDescriptor)
        defer { withExtendedLifetime(observer) {} }
        try serve(program)
    }

    private func serve<P: Program>(_ program: P) throws {
        var text: [UInt8] = []
        while case let bytes = try FileDescriptor.read(0, count: 1 << 20, named: "standard input"), !bytes.isEmpty {
            text += bytes
        }
        let predicate: (any StatePredicate<P.State>)? =
            try coding ? CodingPredicate<P.State>() : predicates.predicate(program)
        let server = try TrialServer(program, text: text, predicate)
        var requests = try InputLines(descriptor: PipedProcess.inputDescriptor)
        while let request = try requests.next() { server.answer(to: request) }
    }
}
