internal import ArgumentParser
internal import Synchronization
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

struct ProgramOption: ParsableArguments {
    @Option(
        name: .customLong("program"),
        help: ArgumentHelp(
            "The executable of the recorded program. (default: $TIMELINE_PROGRAM, else NAME-timeline on the PATH)",
            valueName: "path"))
    var path: String?

    private static let became = "TIMELINE_BECAME"

    /// The executable that this process became, in place of another `timeline`. Processes that it starts do not inherit it.
    private static let ownExecutable: String? = {
        let executable = Environment[became]
        Environment.remove(became)
        return executable
    }()

    static var hasBecome: Bool { ownExecutable != nil }

    /// The same option on another command line.
    var arguments: [String] { path.map { ["--program", $0] } ?? [] }

    func isLinked(_ name: String) -> Bool { LinkedProgram.current?.name == name && (path == nil || Self.hasBecome) }

    /// The name of the tool that was started, without its folder, which a page for others must not show.
    var tool: String { Self.hasBecome ? "timeline" : FileSystem.name(of: CommandLine.arguments.first ?? "timeline") }

    /// If the program is not linked in, this process becomes its executable, with the same arguments.
    func program(_ name: String, for file: String?) throws(ToolError) -> any Program {
        // An executable in --program takes precedence over the linked program, but does not replace itself again.
        if isLinked(name), let linked = LinkedProgram.current { return linked }
        if let became = Self.ownExecutable {
            let found = LinkedProgram.current.map { "holds the program \"\($0.name)\"" } ?? "holds no program"
            throw ToolError(.unavailable, "\(Self.need(name, file)), but \(became) \(found)")
        }
        switch ProgramSearch(name, named: path) {
        case .found(let executable):
            StandardOutput.flush()
            SupervisedProcess.prepareToBecome()
            Environment.set(Self.became, to: executable)
            let error = CurrentProcess.become(executable, arguments: Array(CommandLine.arguments.dropFirst()))
            throw ToolError(.unavailable, error.description)
        case .missing(let place, let built): throw ToolError(.unavailable, Self.missing(name, file, place, built))
        }
    }

    /// Asks recorded states if they are enough and `--program` names no executable, otherwise those that the program replays.
    ///
    /// - Parameter ask: Its program is nil for recorded states. Returns nil if these are not enough.
    func answer<Answer>(
        for journal: Journal, fresh isFresh: Bool = false,
        _ ask: (_ states: any StateSource, _ program: (any Program)?) throws -> Answer?
    ) throws -> Answer {
        let name = journal.header.program
        if !isFresh, path == nil, !isLinked(name) {
            do {
                if let answer = try ask(RecordedStates(journal), nil) { return answer }
            } catch is RecordedStates.NotRecordedError {
            }
        }
        let program = try program(name, for: journal.name)
        if let answer = try ask(TrapReport.states(program, journal, fresh: isFresh), program) { return answer }
        preconditionFailure("replayed states did not answer")
    }

    private static func need(_ name: String, _ file: String?) -> String {
        let name = Layout.visible(name)
        return file.map { "\($0) was recorded by the program \"\(name)\"" }
            ?? "the actions are those of the program \"\(name)\""
    }

    private static func missing(_ name: String, _ file: String?, _ place: String, _ built: [String]) -> String {
        let start = """
            \(need(name, file)), and this command needs an executable that holds its reducer.
            Looked for an executable:
              \(place)
            """
        guard built.isEmpty else { return "\(start)\n\(hint(built, isOption: file != nil))" }
        guard let name = ProgramName(name) else {
            return "\(start)\nPass the path of the executable with --program or TIMELINE_PROGRAM."
        }
        return """
            \(start)
            To make one, create the executable target \(name.executable), with the module and the type of your program:

              import TimelineTool
              import YourModule

              @main struct YourTimeline: ProgramExecutable {
                  static let program = YourProgram()
              }

            Then add, in the folder of that package:
              \(file == nil ? "TIMELINE_PROGRAM=" : "--program ")"$(swift package timeline-program --product \(name.executable))"
            """
    }

    static func hint(_ built: [String], isOption: Bool) -> String {
        """
        An executable of that name is in .build here. It is not run by default, because the folder may come from someone \
        else. If you built it yourself, add:
        \(built.map { "  \(isOption ? "--program " : "TIMELINE_PROGRAM=")\($0)" }.joined(separator: "\n"))
        """
    }

    static let freshHelp = """
        With --fresh, the present program makes each state by reducing all actions from the first position, without \
        recorded snapshots; steps that it cannot reduce are listed.
        """
}

struct FreshOption: ParsableArguments {
    @Flag(name: .customLong("fresh"), help: "Reduce all actions with the present program, without recorded snapshots.")
    var isOn = false
}

/// The program that is linked into this executable. Set once, before any command runs.
enum LinkedProgram {
    private static let make = Mutex<(@Sendable () -> any Program)?>(nil)

    static func set(_ program: @escaping @Sendable () -> any Program) { make.withLock { $0 = program } }

    static let current: (any Program)? = {
        SupervisedProcess.separateOutput()
        return make.withLock { $0 }?()
    }()

    static func required() throws(ToolError) -> any Program {
        guard let current else { throw ToolError(.unavailable, "this executable holds no program") }
        return current
    }
}
