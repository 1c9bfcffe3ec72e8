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

    func run() throws { try Self.reduce { try serve($0, $1) } }

    /// Calls `serve` with the program and the runs on standard input. The process starts no other, and ends with the one that started it.
    static func reduce(_ serve: (any Program, _ text: [UInt8]) throws -> Void) throws {
        let program = try LinkedProgram.required()
        CurrentProcess.forbidChildren(isLast: true)
        let observer = ParentObserver(descriptor: PipedProcess.lifelineDescriptor)
        defer { withExtendedLifetime(observer) {} }
        var text: [UInt8] = []
        while case let bytes = try FileDescriptor.read(0, count: 1 << 20, named: "standard input"), !bytes.isEmpty {
            text += bytes
        }
        try serve(program, text)
    }

    private func serve<P: Program>(_ program: P, _ text: [UInt8]) throws {
        let predicate: (any StatePredicate<P.State>)? =
            try coding ? CodingPredicate<P.State>() : predicates.predicate(program)
        let server = try TrialServer(program, text: text, predicate)
        var requests = try InputLines(descriptor: PipedProcess.inputDescriptor)
        while let request = try requests.next() { server.answer(to: request) }
    }
}
