internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay

/// `command` is that of the app or, for actions from standard input, the name of the program.
extension RecordCommand {
    private static let bundled = 5

    private var app: String { command[0].split(separator: "/").last.map(String.init) ?? "app" }

    func recordApp() throws {
        let path = output ?? RecordingFiles.name(for: app)
        let bundle = ProductFile.path(beside: path, "bundle")
        var files = try RecordingFiles(for: path, force: force)
        defer { FileSystem.exists(path) ? files.removeBackups() : files.restore() }
        try files.free(bundle, force: force, isBundle: true)

        let backtraces = BacktraceFolder()
        defer { backtraces?.remove() }
        // If it cannot be created, the app's own line on standard error is the only report.
        let reasonFile = try? FileDescriptor(temporary: "\(FileSystem.absolute(Environment.temporaryFolder))/timeline-")
            .path
        defer { [reasonFile, reasonFile.map(RecordingRequest.marker)].forEach { $0.map(FileSystem.remove) } }
        var environment = [RecordingRequest.fileVariable: FileSystem.absolute(path)]
        environment[RecordingRequest.problemVariable] = reasonFile ?? ""
        environment["SWIFT_BACKTRACE"] = backtraces?.settings.value
        let child = try ChildProcess(command, environment: environment)
        Signal.Relay.start(to: child.id)
        let ending = try child.wait()
        Signal.Relay.stop()
        let log = backtraces?.show(crashOf: Int(child.id))

        let why = reasonFile.flatMap(Self.reason).map { Layout.visible($0) }
        // Without a reason, the file is the app's own: an older recorder leaves no marker.
        let isOwn = why == nil || reasonFile.map { FileSystem.exists(RecordingRequest.marker($0)) } ?? true
        guard FileSystem.exists(path), isOwn else {
            StandardError.write("Warning: \(app) recorded nothing: \(why ?? Self.defaultReason(path))")
            throw ToolError.passing(ending)
        }
        if let why { StandardError.write("Warning: a recorder of \(app) recorded nothing: \(why)") }
        if let crash = AppCrash(ending, path, log) {
            report(crash, path, bundle)
        } else {
            StandardError.write("Recorded in \(path)")
        }
        throw ToolError.passing(ending)
    }

    /// Reports a crash of the process that records actions to `output`, and returns its exit status; nil if it did not crash.
    func report(_ ending: ChildProcess.Ending, of process: Int, line: Int?, _ backtraces: BacktraceFolder?) -> Int32? {
        let log = backtraces?.show(crashOf: process)
        guard let path = output, FileSystem.exists(path), let crash = AppCrash(ending, path, log) else { return nil }
        RecordingFiles(of: process, path).removeBackups()
        if let line { StandardError.write("Error: standard input, line \(line): the reducer crashed in this action") }
        report(crash, path, ProductFile.path(beside: path, "bundle"))
        return ToolError.passing(ending).status
    }

    private static func reason(in file: String) -> String? {
        guard let bytes = try? FileBytes(opening: file).read(at: 0, count: 4096), !bytes.isEmpty else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// If the app wrote none: on a full disk it can write neither a recording nor a reason.
    private static func defaultReason(_ path: String) -> String {
        do throws(FileError) { try OutputFile.probe(path) } catch { return "\(error)" }
        return "it must create its Recorder with a folder, or with .requested."
    }

    /// An error here must not replace the app's exit status.
    private func report(_ crash: AppCrash, _ path: String, _ bundle: String) {
        do {
            let journal = try Journal(opening: path)
            try journal.requireSound()
            let place =
                switch try journal.isLastReduced() {
                case true?: "after step \(journal.last)"
                case false?: "in step \(journal.last), whose reducer never returned"
                case nil: "in or after step \(journal.last)"
                }
            let process = crash.isOfChild ? "A process of \(app)" : app
            StandardError.write("\(process) was ended by \(crash.signal) \(place). Recorded in \(path)")
            let steps = try make(journal, path, bundle, crash)
            StandardError.write("\(bundle) holds the last \(steps == 1 ? "step" : Layout.count(steps, "step"))")
        } catch {
            StandardError.write(
                "Warning: no bundle was made: \(Layout.visible(ToolError(error).message, exceptLines: true))")
        }
    }

    private func make(_ journal: Journal, _ path: String, _ bundle: String, _ crash: AppCrash) throws -> Int {
        let ending = CrashBundle.Ending(signal: crash.signal, exitStatus: crash.status, backtrace: crash.backtrace)
        let name = journal.header.program
        let isLastStepKnown = try journal.isLastReduced() != nil
        func write(_ program: (any Program)?) throws -> Int {
            let made = try CrashBundle(
                of: journal, program: program, last: Self.bundled, ending: ending, isLastStepKnown: isLastStepKnown)
            try OutputFile.write(made.bytes, to: bundle, replacing: force)
            return made.states
        }
        if let linked = LinkedProgram.current, linked.name == name { return try write(linked) }
        // The program's executable replaces it by a shorter one, which says the same of how the app ended.
        let states = try write(nil)
        let search = ProgramSearch(name)
        if case .found(let executable) = search,
            case .exited(0)? = try? ChildProcess(
                [executable, "bundle", path, "-o", bundle, "--force", "--last", "\(Self.bundled)"], descriptors: [1: 2]
            ).wait()
        {
            return try Journal(opening: bundle).header.bundle?.states ?? 0
        }
        let executable = ProgramName(name)?.executable ?? "Its executable"
        let reason =
            switch search {
            case .found(let failed): "\(Layout.visible(failed)) did not make the bundle"
            case .missing(let place, _):
                "no executable with the program \"\(Layout.visible(name))\" was found (looked for: \(place))"
            }
        StandardError.write(
            """
            Warning: \(reason), so the bundle begins at a recorded state. \(executable) makes a shorter one with \
            `bundle --force \(path)`.
            """)
        if case .missing(_, let built) = search, !built.isEmpty {
            StandardError.write(ProgramOption.hint(built, isOption: false))
        }
        return states
    }
}
