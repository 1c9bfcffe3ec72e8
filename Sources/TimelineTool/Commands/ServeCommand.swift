internal import ArgumentParser
internal import Dispatch
internal import TimelineDebugger
internal import TimelineKit
internal import TimelineReplay
internal import TimelineRemote

struct ServeCommand: CallsProgram {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Show a timeline, or a running app, in a browser as it grows.",
        usage: "timeline serve (<file> | <url>) [<options>]",
        discussion: """
            Serves the page of `timeline view` at 127.0.0.1, and prints its address; steps appear on it as they happen. The \
            address contains a token, without which a browser gets no data: anyone who has it can read the recording until \
            control-C ends the command. Several browsers may show the page; the app is followed once, however many there are.

            With --control, the page can show earlier states in the app, and dispatch actions. If the app is restarted, its \
            run so far stays on the page, and each run can be saved.

            EXAMPLES:
              timeline serve run.jsonl
                a recording, also while an app writes it
              timeline serve http://127.0.0.1:4000
                a running app
              timeline serve http://127.0.0.1:4000 --control --open
                the same; the browser is opened, and can control the app
            """)

    @Argument(
        help: ArgumentHelp(
            "A timeline (a file, a folder of segments, or -), or an app: http://127.0.0.1:4000 or unix:/PATH.",
            valueName: "file|url"), completion: .file())
    var source: String

    @Flag(help: "Let the page control the app.")
    var control = false

    @Option(parsing: .unconditional, help: ArgumentHelp("The port to listen at. (default: a free one)", valueName: "n"))
    var port: Int?

    @Flag(help: "Open the page in the browser.")
    var open = false

    @OptionGroup var recover: RecoverOption
    @OptionGroup var program: ProgramOption

    func validate() throws {
        if let port, !(1...65535).contains(port) {
            throw ValidationError("--port \(port): give a number from 1 to 65535.")
        }
        if control, !AppArgument.isURL(source) {
            throw ValidationError("--control needs a running app: pass its URL, such as http://127.0.0.1:4000.")
        }
        if AppArgument.isURL(source), recover.how != .tail {
            throw ValidationError("--recover is for files: omit it with the URL of an app.")
        }
    }

    func run() throws {
        let folder = ProcessFolder()
        ServerEnd.onSignal { folder.remove() }
        // Before the work, which may take long.
        let server = try PageServer(port: UInt16(port ?? 0))
        if AppArgument.isURL(source) {
            try serveApp(with: server, folder)
        } else {
            try serveFile(with: server, folder)
        }
    }

    // MARK: - A file

    private func serveFile(with server: PageServer, _ folder: ProcessFolder) throws {
        let source = JournalArgument.newestRun(of: source)
        var argument = JournalArgument()
        (argument.path, argument.recover) = (source, recover)
        let journal = try argument.open()
        let name = FileSystem.name(of: source)
        let program = try PageProgram(program, of: journal.header.program, for: journal.name)
        let isGrowing = !journal.hasEnd && journal.header.bundle == nil && source != "-" && recover.how == .tail
        let edits = EditedRuns(
            file: source, folder: folder, options: recover.arguments, programOptions: self.program.arguments)
        var page: ServedPage?
        func show(_ data: PageData, _ status: ServedPage.Status) {
            if let page { return page.show(data, status) }
            let hasEdits = data.summary.isReplayed && source != "-"
            let first = ServedPage(data, status, isControlled: false, edits: hasEdits ? edits : nil)
            start(server, first, nil, folder, program.warning, PageContents.text(of: source, journal.header))
            page = first
        }
        let (data, invariants) = try program.growingPage(of: journal, file: name) { data in
            let steps = Layout.count(journal.end - journal.first, "step")
            let text = "Replaying the recording: \(Layout.grouped(data.end.last - journal.first)) of \(steps) so far."
            show(data, ServedPage.Status(state: "live", text: text))
        }
        var growing = isGrowing ? try FilePage(source, journal, program.program, invariants) : nil
        show(data, growing?.recordingStatus ?? .ended())
        if isGrowing, let page {
            do {
                try growing?.run(page)
                page.show(.ended())
            } catch {
                let message = ToolError(error).message
                StandardError.write("Warning: \(Layout.visible(message, exceptLines: true))")
                page.show(.ended(message))
            }
        }
        DispatchSemaphore(value: 0).wait()
    }

    // MARK: - An app

    private func serveApp(with server: PageServer, _ folder: ProcessFolder) throws {
        guard let address = RemoteAddress(source) else { throw ToolError(.usage, RemoteAddress.refusal(of: source)) }
        let info = try AppArgument.withClient(of: source) { try await $0.info() }
        guard let name = info.object?["program"]?.string else {
            throw RemoteError.foreign("\(address)", reason: "it does not name its program")
        }
        let program = try PageProgram(program, of: name, for: "\(address)")
        let edits = EditedRuns(file: nil, folder: folder, options: [], programOptions: self.program.arguments)
        let app = try BlockingTask.run { [control] in
            try await AppPage(of: address, program, isControlled: control, program.program == nil ? nil : edits)
        }
        let appControl = AppControl(of: address, showing: app.page)
        start(
            server, app.page, control ? appControl : nil, folder, program.warning,
            PageContents.text(ofApp: "\(address)", app.page.grow { $0.header }))
        try BlockingTask.run { try await app.run() }
    }

    private func start(
        _ server: PageServer, _ page: ServedPage, _ control: AppControl?, _ folder: ProcessFolder,
        _ warning: String?, _ contents: String
    ) {
        server.start(page, control) { error in
            folder.remove()
            StandardError.write("Error: \(error.message)")
            SupervisedProcess.exit(error.status)
        }
        let url = "\(server.url)/#token=\(server.token.text)"
        StandardOutput.print("serving at \(url)")
        StandardOutput.flush()
        if let warning { StandardError.write(warning) }
        StandardError.write(contents)
        guard open else { return }
        // Some systems run the browser until it is closed.
        DispatchQueue(label: "timeline.serve.browser").async {
            guard let reason = Self.failure(opening: url, folder) else { return }
            StandardError.write("Warning: the browser was not opened: \(reason). Open the address above.")
        }
    }

    /// By a private file, because every process of the machine can read the arguments of a command, which would hold the token.
    private static func failure(opening url: String, _ folder: ProcessFolder) -> String? {
        do throws(FileError) {
            let path = "\(try folder.path())/open.html"
            let text = "<!doctype html><meta http-equiv=\"refresh\" content=\"0;url=\(url)\">\n"
            try OutputFile.write(Array(text.utf8), to: path, replacing: false)
            return Browser.failure(opening: path)
        } catch { return "\(error)" }
    }
}

enum ServerEnd {
    // The sources handle signals as long as they are referenced. Written once, by the main thread, and never read.
    private nonisolated(unsafe) static var sources: [any DispatchSourceSignal] = []

    static func onSignal(_ cleanUp: @escaping @Sendable () -> Void) {
        sources = [Signal.interrupt, .terminate, .hangUp].filter { !$0.isIgnored }.map { signal in
            signal.ignore()
            let source = DispatchSource.makeSignalSource(
                signal: signal.rawValue, queue: DispatchQueue(label: "timeline.serve.end"))
            source.setEventHandler {
                cleanUp()
                if signal == .interrupt { SupervisedProcess.exit(0) }
                signal.endProcess()
            }
            source.activate()
            return source
        }
    }
}
