internal import ArgumentParser
internal import Synchronization
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct DebugCommand: CallsProgram {
    static let configuration = CommandConfiguration(
        commandName: "debug",
        abstract: "Step through a timeline, forwards and backwards.",
        usage: "timeline debug <file> [<p>] [<options>]",
        discussion: """
            Reads commands from standard input, one per line: next, back, goto P, continue, reverse-continue, break EXPR, watch \
            PATH, list, print PATH, diff, action, cause, effects, why PATH, mark NAME, skip, edit ACTION, undo; help explains \
            all. A name may be shortened: n, b, c, rc; b EXPR is break EXPR. An empty line repeats the last command. On a \
            terminal, Control-C ends a search, and not the session; `rlwrap timeline debug run.jsonl` edits and recalls \
            lines. A script works the same: its commands are shown with their output.

            break and watch set a stop, and continue and reverse-continue move to the next one. They pass over states that \
            are unknown, and name them. P is 17, end, -5 (from the end), @12.5s or %name.

            skip, edit and insert change a copy of the steps, never the file. Exits with 64 if a line was not understood.

            EXAMPLES:
              timeline debug run.jsonl
                begin at the first state
              timeline debug run.jsonl end
                begin at the last state, to go back from there
              echo 'why $.comments.unread' | timeline debug run.jsonl end
                the last step that changed the number of unread comments
            """)

    @OptionGroup var journal: JournalArgument

    @Argument(help: ArgumentHelp("The position to begin at. (default: the first)", valueName: "p"))
    var position: String?

    @OptionGroup var fresh: FreshOption
    @OptionGroup var program: ProgramOption

    func validate() throws {
        if journal.file == "-" {
            throw ValidationError("debug reads its commands from standard input: name a file instead of -.")
        }
    }

    func run() throws {
        let journal = try journal.open()
        let start = try position.map { try PositionArguments.resolve($0, in: journal) } ?? journal.first
        try debug(try program.program(journal.header.program, for: journal.name), journal, start)
    }

    private func debug<P: Program>(_ program: P, _ journal: Journal, _ start: Int) throws {
        var session = DebugSession(program, journal, at: start, fresh: fresh.isOn) {
            if Self.activity.load(ordering: .relaxed) == .interrupted { throw CancellationError() }
        }
        let isTerminal = StandardStream.input.isTerminal
        if isTerminal, !Signal.interrupt.isIgnored { Self.handleInterrupts() }
        var last: DebugInput?
        var isUnderstood = true
        try session.show(stop: nil)
        while true {
            let prompt = "(\(session.position)) "
            if isTerminal { StandardOutput.write(Array(prompt.utf8)) }
            StandardOutput.flush()
            guard let line = readLine() else {
                if isTerminal { StandardOutput.print("") }
                break
            }
            if !isTerminal { StandardOutput.print(Style.bold(prompt + Layout.visible(line))) }
            do {
                let isEmpty = line.allSatisfy(\.isWhitespace)
                if isEmpty, last == nil { continue }
                let input = try isEmpty ? last! : DebugInput(parsing: line)
                last = input
                if input.name == .quit { break }
                Self.activity.store(.running, ordering: .relaxed)
                defer { Self.activity.store(.waiting, ordering: .relaxed) }
                try session.perform(input)
            } catch is CancellationError {
                StandardOutput.print("The search was stopped. The position is still \(session.position).")
            } catch {
                guard let error = ToolError(known: error) else { throw error }
                if error.status == ExitStatus.usage.rawValue { isUnderstood = false }
                StandardOutput.flush()
                if !error.message.isEmpty {
                    StandardError.write("Error: \(Layout.visible(error.message, exceptLines: true))")
                }
            }
        }
        if !isUnderstood { throw ToolError(.usage) }
    }

    private enum Activity: UInt8, AtomicRepresentable { case waiting, running, interrupted }

    private static let activity = Atomic(Activity.waiting)

    private static func handleInterrupts() {
        Signal.interrupt.handle(restarts: true) { signal in
            let (_, before) = DebugCommand.activity.compareExchange(
                expected: .running, desired: .interrupted, ordering: .relaxed)
            // A command that does not stop ends with the session.
            guard before == .interrupted else { return }
            Signal.Handler.restoreDefault(signal)
            Signal.Handler.raiseAgain(signal)
        }
    }
}
