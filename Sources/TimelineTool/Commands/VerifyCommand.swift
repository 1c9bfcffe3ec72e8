internal import ArgumentParser
internal import TimelineDebugger
internal import TimelineKit

struct VerifyCommand: HasResult {
    static let configuration = CommandConfiguration(
        commandName: "verify",
        abstract: "Check many timelines: format, replay and invariants.",
        usage: "timeline verify <file> ... [<options>]",
        discussion: """
            Of each timeline, every line is parsed, every snapshot is compared with the replayed state, and every state is \
            checked against the invariants of the program. A folder of segments of one run is one timeline; of any other \
            folder, all timelines in it and its subfolders are checked, except bundles. Each processor checks one timeline at \
            a time, in a process of its own, so that a reducer that traps does not end the others.

            Where replay and recording disagree, the steps since the last agreement are replayed again, here and in other \
            processes, to find the cause: the reducer is not deterministic, or it has changed, or an action or a state cannot \
            be decoded, or the state does not survive its coding.

            Of a damaged timeline, what can be read on both sides of the damage is checked, and what is unknown is named.

            --files-from reads paths, one a line, and --json prints a line for each timeline, in order, as soon as it is known: \
            `verify --files-from - --json` is a filter. --accept takes lines that --json printed earlier; the same findings \
            do not count again. Each invariant, the divergence, the crash and damage are compared on their own. --against \
            replays each timeline afresh with this program and with another executable, and compares every state.

            What must follow by the program's responses, or by --after, --expect and --within, is counted: in time, not in \
            time, and open where the recording ends before, or a state is set. Not in time counts as a broken invariant.

            --timeout limits the time of each step: where a reducer does not return, its result is "interrupted". \
            A timeline of many steps may take longer.

            --repeat tells how many replays agree, and counts each finding: where a reducer is not deterministic, one replay \
            may agree by luck.

            A timeline whose last reducer never returned is "crashed": that step is not replayed, so this result says \
            nothing about a fix. `timeline test --crash` writes a test that runs the step.

            Exits with 1 if a timeline diverged, crashed, breaks an invariant or differs; else with 65 if one is damaged or \
            cannot be read, 69 if one is of a program that is not found, and 2 if no recorded state confirms one, its last \
            steps cannot be reduced, its state does not survive its coding, or its process ended or exceeded the time limit.

            EXAMPLES:
              timeline verify run.jsonl
                whether replay agrees with the recording
              timeline verify . --junit report.xml
                all timelines in this folder, with a report for a CI service
              ls *.jsonl | timeline verify --files-from - --json
                a line of JSON for each
              timeline verify run.jsonl --against "$(command -v timeline)"
                whether another build of the program gives the same states
            """)

    @Argument(
        help: ArgumentHelp("A timeline, a folder, or - for a timeline on standard input.", valueName: "file"),
        completion: .file())
    var files: [String] = []

    @Option(help: ArgumentHelp("A file with more paths, one a line; - is standard input.", valueName: "file"))
    var filesFrom: String?

    @Option(help: ArgumentHelp("Another NAME-timeline executable to compare with.", valueName: "program"))
    var against: String?

    @Option(help: ArgumentHelp("A file with lines of --json whose findings are known.", valueName: "file"))
    var accept: String?

    @Option(
        name: .customLong("repeat"),
        parsing: .unconditional,
        help: ArgumentHelp("Replay each timeline N times, each in a new process.", valueName: "n"))
    var times = 1

    @Option(help: ArgumentHelp("A report to write, in the XML form of JUnit.", valueName: "file"))
    var junit: String?

    @Flag(name: .customLong("force"), help: "Replace an existing report.")
    var force = false

    @Option(
        parsing: .unconditional, help: ArgumentHelp("How long a step may take; 0 for no limit.", valueName: "seconds"))
    var timeout = 60

    @OptionGroup var response: ResponseOptions
    @OptionGroup var json: JSONOption
    @OptionGroup var program: ProgramOption

    func validate() throws {
        if files.isEmpty, filesFrom == nil { throw ValidationError("Name a timeline, a folder, or --files-from.") }
        if files.contains("-"), files.count > 1 || filesFrom != nil {
            throw ValidationError("- is one timeline: pass it without other files.")
        }
        if files.contains("-"), against != nil {
            throw ValidationError("--against reads each timeline in two processes: name a file, not -.")
        }
        if junit == "-" { throw ValidationError("--junit - and the results both use standard output: name a file.") }
        if times < 1 { throw ValidationError("--repeat \(times): give a number from 1.") }
        if times > 1, files.contains("-") || against != nil {
            throw ValidationError(
                "--repeat replays a file with this program several times: omit \(against == nil ? "-" : "--against").")
        }
        if against != nil, response.after != nil {
            throw ValidationError("--against compares states: omit --after, --expect and --within.")
        }
        if timeout < 0 { throw ValidationError("--timeout \(timeout): a time limit is 0 or more seconds.") }
        if force, junit == nil { throw ValidationError("--force requires --junit.") }
    }

    func run() throws {
        try response.check()
        for file in files { try AppArgument.requireFile(file) }
        if let junit { try OutputOption.check(junit, force: force) }
        let known = try accept.map { (file) throws(ToolError) in try Self.known(file) }
        let other = try against.map { try ProgramSearch.executable(against: $0) }
        var inputs = try VerificationInputs(files, list: filesFrom)
        let missing = try inputs.findProgram(program)
        let report = try VerificationReport(
            total: inputs.count, isJSON: json.isOn, known: known, makesJUnit: junit != nil)
        try VerificationPool(
            inputs, against: other, times: times, timeout: timeout, asking: response.question, report: report.add
        ).run()
        let (status, document) = try report.finish()
        if let missing, status == .unavailable { StandardError.write("Error: \(missing.message)") }
        if let junit, let document { try ProductFile.write(document, to: junit, replacing: force) }
        if status != .done { throw ToolError(status) }
    }

    private static func known(_ file: String) throws(ToolError) -> KnownFindings {
        let bytes = try FileBytes.contents(of: file)
        do throws(KnownFindings.LineError) { return try KnownFindings(parsing: bytes) } catch {
            throw ToolError(.usage, "--accept \(file), line \(error.line): \(error.reason)")
        }
    }
}
