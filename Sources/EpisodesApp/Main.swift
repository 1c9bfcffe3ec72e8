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
        do throws(ArgumentsError) {
            let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
            if arguments.wantsHelp {
                StandardStream.output.write(Arguments.help + "\n\n" + Command.summary + "\n")
            } else {
                let shutdown = Shutdown()
                let signals = TerminationSignals(shutdown)
                let startError: ArgumentsError?
                do throws(ArgumentsError) {
                    try await run(arguments, until: shutdown)
                    startError = nil
                } catch {
                    startError = error
                }
                await shutdown.perform()
                signals.endProcessIfReceived()
                if let startError { throw startError }
            }
        } catch {
            StandardStream.errors.write("episodes: \(error.description)\n")
            CurrentProcess.exit(error.exitStatus)
        }
    }

    private static func run(_ arguments: Arguments, until shutdown: Shutdown) async throws(ArgumentsError) {
        let server = EpisodesServer(data: try arguments.serverData(), delay: arguments.delay)
        let effects = RunningEffects()
        let scratch = arguments.servingPort != nil || arguments.sharesThroughHost ? ScratchFolder() : nil
        if let scratch { shutdown.add { scratch.remove() } }
        let recorder = try recorder(arguments, scratch)
        shutdown.add { recorder.finish() }
        let store = Store(
            program: EpisodesProgram(),
            middleware: middleware(server: server, effects: effects, recorder: recorder))
        let replica = try await share(store, arguments, scratch, until: shutdown)
        let host = try host(of: store, recorder, replica, arguments)
        if let host {
            shutdown.add {
                // Clients receive the last changes first.
                replica?.flush()
                await host.host.finish()
            }
        }
        let hotReload = try arguments.hotReload.map { file throws(ArgumentsError) in
            do throws(FileError) { return try HotReload(store, file: file) } catch {
                throw .noHotReload(why: "\(error)")
            }
        }
        if let hotReload { shutdown.add { hotReload.finish() } }
        let session = Session(
            store: store, effects: effects,
            traveler: traveler(in: store, timeline: arguments.travel, recorder: recorder), host: host?.host,
            notice: host.map { notice(of: $0.place, arguments) },
            showsAllStates: hotReload != nil || arguments.sharedPlace != nil || host != nil)
        // Added last, so done first: effects that wait for the present are released.
        shutdown.add { session.resume() }
        await session.run()
    }

    /// Shares the state, with `--replicate`.
    ///
    /// - Returns: The replica that a host can share.
    private static func share(
        _ store: Store<EpisodesState, EpisodesAction>, _ arguments: Arguments, _ scratch: ScratchFolder?,
        until shutdown: Shutdown
    ) async throws(ArgumentsError) -> Replica<EpisodesProgram>? {
        guard let sharing = try await Sharing(store, arguments, scratch) else { return nil }
        // Before its files are removed.
        shutdown.add { await sharing.finish() }
        return sharing.replica
    }

    private static func notice(of place: HostAddress.Location, _ arguments: Arguments) -> String {
        let text = "serving at \(place), with the token in \(place.tokenFile)"
        guard arguments.sharesThroughHost, let host = arguments.sharedPlace else { return text }
        return "\(text); others share its state at \(host)"
    }

    /// The recorder of the run, where one is requested or remote clients need it.
    private static func recorder(
        _ arguments: Arguments, _ scratch: ScratchFolder?
    ) throws(ArgumentsError) -> Recorder<EpisodesState, EpisodesAction> {
        let requested = Recorder(program: EpisodesProgram(), in: .requested)
        if requested.path != nil || arguments.servingPort == nil { return requested }
        guard let scratch else { throw .notServed(why: "no temporary folder; set TMPDIR to a folder") }
        let recorder = Recorder(program: EpisodesProgram(), in: .file("\(scratch.path)/run.jsonl"))
        if let problem = recorder.problem { throw .notServed(why: problem.message) }
        return recorder
    }

    /// Time travel in a timeline, or in this run where it is recorded.
    private static func traveler(
        in store: Store<EpisodesState, EpisodesAction>, timeline: String?,
        recorder: Recorder<EpisodesState, EpisodesAction>
    ) -> TimeTraveler<EpisodesProgram>? {
        if let timeline { return TimeTraveler(store, program: EpisodesProgram(), timeline: timeline) }
        return recorder.path == nil ? nil : TimeTraveler(store, program: EpisodesProgram(), recorder: recorder)
    }

    /// Serves remote clients, with `--serve`.
    private static func host(
        of store: Store<EpisodesState, EpisodesAction>, _ recorder: Recorder<EpisodesState, EpisodesAction>,
        _ replica: Replica<EpisodesProgram>?, _ arguments: Arguments
    ) throws(ArgumentsError) -> (host: TimelineHost<EpisodesProgram>, place: HostAddress.Location)? {
        guard let port = arguments.servingPort else { return nil }
        let host = TimelineHost(
            store, program: EpisodesProgram(), recorder: recorder, sharing: replica, at: .loopback(port: port),
            onTravel: { report($0) })
        do throws(HostError) { return (host, try host.start()) } catch {
            throw .notServed(why: error.description)
        }
    }

    /// Prints why an action is rejected. On a terminal the screen shows it.
    private static func report(_ travel: TimelineHost<EpisodesProgram>.TravelEvent) {
        guard case .refused = travel, !StandardStream.output.isTerminal else { return }
        StandardStream.errors.write("episodes: \(travel); resume returns to the present\n")
    }

    /// The middleware, outermost first. The recorder is last, next to the reducer.
    static func middleware(
        server: EpisodesServer, effects: RunningEffects, recorder: Recorder<EpisodesState, EpisodesAction>? = nil
    ) -> [Middleware<EpisodesState, EpisodesAction>] {
        [
            .effects(in: effects, EpisodesEffects(server: server).effects),
            recorder?.middleware,
        ].compactMap(\.self)
    }
}

/// A private temporary folder for the files of this run.
struct ScratchFolder {
    let path: String

    /// Returns nil where none can be created.
    init?() {
        let parent = Environment.temporaryFolder
        guard let path = try? FileSystem.makeTemporaryFolder(in: parent, prefix: "episodes.") else { return nil }
        self.path = path
    }

    func remove() { try? FileManager.default.removeItem(atPath: path) }
}
