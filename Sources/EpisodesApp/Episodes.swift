internal import ArgumentParser
internal import EpisodesCore
internal import Foundation
internal import TimelineKit
internal import TimelineLive
internal import TimelineRemote
internal import TimelineStore

@main
struct Episodes: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "List upcoming episodes and the comments on them.",
        discussion: """
            Reads one command per line from standard input, and shows the screen after each.

            COMMANDS:
            \(Command.summary(of: Command.all))

            COMMANDS FOR THE PAST:
            \(Command.summary(of: Command.timeTravel))
            """)

    @Option(help: ArgumentHelp("Open a link at the start: episodes://episode/3/comments.", valueName: "link"))
    var open: String?

    @Option(help: ArgumentHelp("The server's response time.", valueName: "seconds"))
    var delay = 0.2

    @Option(help: ArgumentHelp("How long a login is valid.", valueName: "seconds"))
    var login = 1800

    @Option(help: ArgumentHelp("Fail the first requests to post.", valueName: "n"))
    var failures = 0

    @Flag(help: "Do not cancel the effects of a screen when it is gone, which shows a bug.")
    var keepEffects = false

    @Option(
        help: ArgumentHelp(
            "Record in a folder, and print the bundle of each run there that crashed.", valueName: "folder"))
    var crashReports: String?

    @Option(help: ArgumentHelp("Travel in this timeline: of another run, or a crash bundle.", valueName: "file"))
    var travel: String?

    @Option(help: ArgumentHelp("Write the state to a file, and reload it when the file is saved.", valueName: "file"))
    var hotReload: String?

    @Option(
        help: ArgumentHelp(
            "Share the state with all instances that have this folder, or with the instance at this URL, which has a "
                + "folder and serves.", valueName: "place"))
    var replicate: String?

    @Option(
        defaultAsFlag: 0, parsing: .next,
        help: ArgumentHelp("Serve timeline send, timeline watch and others on this machine.", valueName: "port"))
    var serve: UInt16?

    func validate() throws {
        guard Command.seconds.contains(delay) else {
            throw ValidationError("--delay needs a number of seconds from 0 to 86400, not \(delay).")
        }
        guard login >= 0, failures >= 0 else { throw ValidationError("--login and --failures need a number from 0.") }
    }

    /// A malformed URL is never a folder.
    private var sharesThroughHost: Bool { replicate.map { $0.contains("://") || $0.hasPrefix("unix:") } ?? false }

    func run() async throws {
        let shutdown = Shutdown()
        let signals = TerminationSignals(shutdown)
        var failure: StartError?
        do throws(StartError) { try await run(until: shutdown) } catch { failure = error }
        await shutdown.perform()
        signals.endProcessIfReceived()
        guard let failure else { return }
        Terminal.report(failure.description)
        throw ExitCode(failure.exitStatus)
    }

    private func run(until shutdown: Shutdown) async throws(StartError) {
        let server = EpisodesServer(data: .builtIn, delay: .seconds(delay), loginSeconds: login, failures: failures)
        let effects = RunningEffects()
        let scratch = try scratchFolder(until: shutdown)
        let recorder = try recorder(scratch)
        shutdown.add { recorder.finish() }
        let store = Store(
            program: EpisodesProgram { Terminal.report("\($0)") },
            middleware: EpisodesEffects(server: server).middleware(in: effects, keepsEffects: keepEffects)
                + [recorder.middleware])
        let replica = try await share(store, scratch, until: shutdown)
        let endpoint = try endpoint(of: store, recorder, replica)
        if let endpoint {
            shutdown.add {
                // Flush first, so that clients receive the last changes before the host closes.
                replica?.flush()
                await endpoint.host.finish()
            }
        }
        if let file = hotReload {
            let hotReload = try attempt(73, "; --hot-reload needs a file, or the path of a new one") {
                try HotReload(store, file: file)
            }
            shutdown.add { hotReload.finish() }
        }
        let traveler =
            travel.map { TimeTraveler(store, program: EpisodesProgram(), timeline: $0) }
            ?? recorder.path.map { _ in TimeTraveler(store, program: EpisodesProgram(), recorder: recorder) }
        let session = Session(
            store: store, effects: effects, traveler: traveler, host: endpoint?.host, notice: endpoint?.notice,
            showsAllStates: hotReload != nil || replicate != nil || endpoint != nil)
        // Added last, so performed first: effects that wait for the live state can end.
        shutdown.add { session.resume() }
        if let open { store.dispatch(.linkOpened(url: open)) }
        await session.run()
    }

    private func scratchFolder(until shutdown: Shutdown) throws(StartError) -> String? {
        guard serve != nil || sharesThroughHost else { return nil }
        let folder = FileManager.default.temporaryDirectory.appending(path: "episodes-\(UUID().uuidString)").path
        try attempt(69, "; set TMPDIR to a folder that you can write to") {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        }
        shutdown.add { try? FileManager.default.removeItem(atPath: folder) }
        return folder
    }

    /// Records if a recording is requested, for crash reports, or if remote clients need one.
    private func recorder(_ scratch: String?) throws(StartError) -> Recorder<EpisodesState, EpisodesAction> {
        if let crashReports {
            printCrashReports(in: crashReports)
            return Recorder(program: EpisodesProgram(), in: .folder(crashReports))
        }
        let requested = Recorder(program: EpisodesProgram(), in: .requested)
        guard requested.path == nil, serve != nil, let scratch else { return requested }
        let recorder = Recorder(program: EpisodesProgram(), in: .file("\(scratch)/run.jsonl"))
        if let problem = recorder.problem { throw StartError(69, "cannot serve: \(problem.message)") }
        return recorder
    }

    /// Another app would send the bundles, and then call `markSent()`.
    private func printCrashReports(in folder: String) {
        do {
            for report in try CrashReports.pending(in: folder) {
                let step = report.lastStep.map { "after step \($0.seq)" } ?? "before its first step"
                Terminal.report("an earlier run ended \(step): \(report.bundle ?? report.timeline)")
            }
        } catch {
            Terminal.report("\(error)")
        }
    }

    private func share(
        _ store: Store<EpisodesState, EpisodesAction>, _ scratch: String?, until shutdown: Shutdown
    ) async throws(StartError) -> Replica<EpisodesProgram>? {
        guard let replicate else { return nil }
        guard sharesThroughHost, let scratch else {
            let replica = try attempt(73) {
                try Replica(store, program: EpisodesProgram(), folder: replicate, mode: .mirror)
            }
            shutdown.add { replica.finish() }
            return replica
        }
        do throws(ReplicaError) {
            let replica = try await Replica(
                store, program: EpisodesProgram(), joining: replicate, folder: "\(scratch)/replica", mode: .mirror)
            // Added after the removal of the scratch folder, so performed before it.
            shutdown.add { await replica.finish(within: .seconds(2)) }
            return nil
        } catch {
            throw StartError(error.code == .address ? 64 : 69, error.description)
        }
    }

    private func endpoint(
        of store: Store<EpisodesState, EpisodesAction>, _ recorder: Recorder<EpisodesState, EpisodesAction>,
        _ replica: Replica<EpisodesProgram>?
    ) throws(StartError) -> (host: TimelineHost<EpisodesProgram>, notice: String)? {
        guard let serve else { return nil }
        let host = TimelineHost(
            store, program: EpisodesProgram(), recorder: recorder, sharing: replica, at: .loopback(port: serve),
            linkAction: { .linkOpened(url: $0) },
            onTravel: { travel in
                // On a terminal, the screen shows that actions are refused.
                guard case .refused = travel, !Terminal.isInteractive else { return }
                Terminal.report("\(travel); type resume to show the live state again")
            })
        let address: HostAddress.Location
        do throws(HostError) { address = try host.start() } catch { throw StartError(69, "cannot serve: \(error)") }
        let notice = "serving at \(address), with the token in \(address.tokenFile)"
        return (host, sharesThroughHost ? "\(notice); shares its state through \(replicate ?? "")" : notice)
    }

    private func attempt<Result>(
        _ exitStatus: Int32, _ hint: String = "", _ body: () throws -> Result
    ) throws(StartError) -> Result {
        do { return try body() } catch { throw StartError(exitStatus, "\(error)\(hint)") }
    }
}

struct StartError: Error {
    let exitStatus: Int32
    let description: String

    init(_ exitStatus: Int32, _ description: String) { (self.exitStatus, self.description) = (exitStatus, description) }
}
