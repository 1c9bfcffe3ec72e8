import EpisodesCore
import TimelineKit
internal import TimelineLive
import TimelineRemote
internal import TimelineStore
internal import TimelineSystem

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// `episodes`: creates the store, and runs the app in a terminal until its input ends.
@main
enum Main {
    static func main() async {
        do throws(StartError) {
            let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
            if arguments.wantsHelp {
                StandardStream.output.write(Arguments.help + "\n\n" + Command.summary + "\n")
            } else {
                let shutdown = Shutdown()
                let signals = TerminationSignals(shutdown)
                var startError: StartError?
                do throws(StartError) { try await run(arguments, until: shutdown) } catch { startError = error }
                await shutdown.perform()
                signals.endProcessIfReceived()
                if let startError { throw startError }
            }
        } catch {
            StandardStream.errors.write("episodes: \(error.description)\n")
            CurrentProcess.exit(error.exitStatus.rawValue)
        }
    }

    private static func run(_ arguments: Arguments, until shutdown: Shutdown) async throws(StartError) {
        let server = EpisodesServer(
            data: try arguments.serverData(), delay: arguments.delay, loginSeconds: arguments.loginSeconds,
            failures: arguments.failures)
        let effects = RunningEffects()
        // A private folder for the files of this run.
        let scratch =
            arguments.servingPort != nil || arguments.sharesThroughHost
            ? try? FileSystem.makeFolder(beside: "\(Environment.temporaryFolder)/episodes") : nil
        if let scratch { shutdown.add { try? FileManager.default.removeItem(atPath: scratch) } }
        let recorder = try recorder(arguments, scratch)
        shutdown.add { recorder.finish() }
        let store = Store(
            program: EpisodesProgram { StandardStream.errors.write("episodes: \($0)\n") },
            middleware: EpisodesEffects(server: server).middleware(in: effects, keepsEffects: arguments.keepsEffects)
                + [recorder.middleware])
        let replica = try await share(store, arguments, scratch, until: shutdown)
        let endpoint = try endpoint(of: store, recorder, replica, arguments)
        if let endpoint {
            shutdown.add {
                // Flush first, so that clients receive the last changes before the host closes.
                replica?.flush()
                await endpoint.host.finish()
            }
        }
        let hotReload = try arguments.hotReload.map { file throws(StartError) in
            do throws(FileError) { return try HotReload(store, file: file) } catch {
                throw StartError(.cannotCreate, "\(error); --hot-reload needs a file, or the path of a new one")
            }
        }
        if let hotReload { shutdown.add { hotReload.finish() } }
        // Travels in the given timeline, or in this run if it is recorded.
        let traveler =
            arguments.travel.map { TimeTraveler(store, program: EpisodesProgram(), timeline: $0) }
            ?? recorder.path.map { _ in TimeTraveler(store, program: EpisodesProgram(), recorder: recorder) }
        let session = Session(
            store: store, effects: effects, traveler: traveler, host: endpoint?.host,
            notice: endpoint.map { notice(of: $0.place, arguments) },
            showsAllStates: hotReload != nil || arguments.sharedPlace != nil || endpoint != nil)
        // Added last, so performed first: effects that wait for the live state can end.
        shutdown.add { session.resume() }
        if let link = arguments.link { store.dispatch(.linkOpened(url: link)) }
        await session.run()
    }

    /// Shares the state, with `--replicate`, until all changes of this instance are written or sent.
    ///
    /// - Returns: The replica that a host can share.
    private static func share(
        _ store: Store<EpisodesState, EpisodesAction>, _ arguments: Arguments, _ scratch: String?,
        until shutdown: Shutdown
    ) async throws(StartError) -> Replica<EpisodesProgram>? {
        guard let place = arguments.sharedPlace else { return nil }
        guard arguments.sharesThroughHost else {
            do throws(ReplicaError) {
                let replica = try Replica(store, program: EpisodesProgram(), folder: place, mode: .mirror)
                shutdown.add { replica.finish() }
                return replica
            } catch {
                throw StartError(.cannotCreate, error.description)
            }
        }
        guard let scratch else { throw StartError(.cannotCreate, noScratchFolder) }
        do throws(ReplicaError) {
            let replica = try await LinkedReplica(
                store, program: EpisodesProgram(), through: place, folder: "\(scratch)/replica", mode: .mirror)
            // Added after the removal of the scratch folder, so performed before it.
            shutdown.add { await replica.finish() }
            return nil
        } catch {
            throw StartError(.unavailable, error.description)
        }
    }

    /// The notice of an app that serves at `place`.
    private static func notice(of place: HostAddress.Location, _ arguments: Arguments) -> String {
        let text = "serving at \(place), with the token in \(place.tokenFile)"
        guard arguments.sharesThroughHost, let host = arguments.sharedPlace else { return text }
        return "\(text); shares its state through \(host)"
    }

    /// The recorder of the run. It records if a recording is requested, for crash reports, or if remote clients need one.
    private static func recorder(
        _ arguments: Arguments, _ scratch: String?
    ) throws(StartError) -> Recorder<EpisodesState, EpisodesAction> {
        if let folder = arguments.crashReports {
            handOverCrashReports(in: folder)
            return Recorder(program: EpisodesProgram(), in: .folder(folder))
        }
        let requested = Recorder(program: EpisodesProgram(), in: .requested)
        if requested.path != nil || arguments.servingPort == nil { return requested }
        guard let scratch else { throw notServed(noScratchFolder) }
        let recorder = Recorder(program: EpisodesProgram(), in: .file("\(scratch)/run.jsonl"))
        if let problem = recorder.problem { throw notServed(problem.message) }
        return recorder
    }

    /// Prints the bundle of each run that crashed. Another app would send it, and then call `markSent()`.
    private static func handOverCrashReports(in folder: String) {
        do {
            for report in try CrashReports.pending(program: EpisodesProgram(), in: folder, for: .github) {
                let step = report.lastStep.map { "after step \($0.seq)" } ?? "before its first step"
                StandardStream.errors.write(
                    "episodes: an earlier run ended \(step): \(report.bundle ?? report.timeline)\n")
            }
        } catch {
            StandardStream.errors.write("episodes: \(error)\n")
        }
    }

    /// Serves remote clients, with `--serve`.
    ///
    /// - Returns: The host and its address; nil without `--serve`.
    private static func endpoint(
        of store: Store<EpisodesState, EpisodesAction>, _ recorder: Recorder<EpisodesState, EpisodesAction>,
        _ replica: Replica<EpisodesProgram>?, _ arguments: Arguments
    ) throws(StartError) -> (host: TimelineHost<EpisodesProgram>, place: HostAddress.Location)? {
        guard let port = arguments.servingPort else { return nil }
        let host = TimelineHost(
            store, program: EpisodesProgram(), recorder: recorder, sharing: replica, at: .loopback(port: port),
            linkAction: { .linkOpened(url: $0) }, onTravel: { report($0) })
        do throws(HostError) { return (host, try host.start()) } catch { throw notServed(error.description) }
    }

    private static var noScratchFolder: String {
        "cannot create a folder in \(Environment.temporaryFolder); set TMPDIR to a folder that you can write to"
    }

    private static func notServed(_ reason: String) -> StartError {
        StartError(.unavailable, "cannot serve: \(reason)")
    }

    /// Prints that an action was refused, and why. On a terminal, the screen shows that actions are refused.
    private static func report(_ travel: TimelineHost<EpisodesProgram>.TravelEvent) {
        guard case .refused = travel, !StandardStream.output.isTerminal else { return }
        StandardStream.errors.write("episodes: \(travel); type resume to show the live state again\n")
    }
}
