import EpisodesCore
import TimelineKit
internal import TimelineLive
import TimelineRemote
internal import TimelineStore
internal import TimelineSystem

/// `episodes`: makes the store, and runs the app in a terminal until its input ends.
@main
enum Main {
    static func main() async {
        do throws(ArgumentsError) {
            let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
            if arguments.wantsHelp {
                StandardStream.output.write(Arguments.help + "\n\n" + Command.summary + "\n")
            } else {
                let ending = Ending()
                let signals = EndingSignals(ending)
                let refused: ArgumentsError?
                do throws(ArgumentsError) {
                    try await run(arguments, until: ending)
                    refused = nil
                } catch {
                    refused = error
                }
                await ending.perform()
                signals.dieIfReceived()
                if let refused { throw refused }
            }
        } catch {
            StandardStream.errors.write("episodes: \(error.description)\n")
            CurrentProcess.exit(error.exitStatus)
        }
    }

    private static func run(_ arguments: Arguments, until ending: Ending) async throws(ArgumentsError) {
        let server = EpisodesServer(data: try arguments.serverData(), delay: arguments.delay)
        let effects = RunningEffects()
        let scratch = arguments.servingPort != nil || arguments.sharesThroughHost ? ScratchFolder() : nil
        if let scratch { ending.add { scratch.remove() } }
        let recorder = try recorder(arguments, scratch)
        ending.add { recorder.finish() }
        let store = Store(
            program: EpisodesProgram(),
            middleware: middleware(server: server, effects: effects, recorder: recorder))
        let replica = try await share(store, arguments, scratch, until: ending)
        let host = try host(of: store, recorder, replica, arguments)
        if let host {
            ending.add {
                // Those who are let in see what was changed last.
                replica?.flush()
                await host.host.finish()
            }
        }
        let hotReload = try arguments.hotReload.map { file throws(ArgumentsError) in
            do throws(FileError) { return try HotReload(store, file: file) } catch {
                throw .noHotReload(why: "\(error)")
            }
        }
        if let hotReload { ending.add { hotReload.finish() } }
        let session = Session(
            store: store, effects: effects,
            traveler: traveler(in: store, timeline: arguments.travel, recorder: recorder), host: host?.host,
            notice: host.map { notice(of: $0.place, arguments) },
            showsAllStates: hotReload != nil || arguments.sharedPlace != nil || host != nil)
        // What waits for the live state is done before all that.
        ending.add { session.resume() }
        await session.run()
    }

    /// Shows one state with others, where that is asked for.
    ///
    /// - Returns: what a host can share.
    private static func share(
        _ store: Store<EpisodesState, EpisodesAction>, _ arguments: Arguments, _ scratch: ScratchFolder?,
        until ending: Ending
    ) async throws(ArgumentsError) -> Replica<EpisodesProgram>? {
        guard let sharing = try await Sharing(store, arguments, scratch) else { return nil }
        // Before its files are removed.
        ending.add { await sharing.finish() }
        return sharing.replica
    }

    private static func notice(of place: HostAddress.Location, _ arguments: Arguments) -> String {
        let text = "serving at \(place), with the token in \(place.tokenFile)"
        guard arguments.sharesThroughHost, let host = arguments.sharedPlace else { return text }
        return "\(text); others share its state at \(host)"
    }

    /// What records the run: because that is asked for from outside, or because those who are let in need it.
    private static func recorder(
        _ arguments: Arguments, _ scratch: ScratchFolder?
    ) throws(ArgumentsError) -> Recorder<EpisodesState, EpisodesAction> {
        let requested = Recorder(program: EpisodesProgram(), in: .requested)
        if requested.path != nil || arguments.servingPort == nil { return requested }
        guard let scratch else { throw .notServed(why: "the recording has no place; TMPDIR should name a folder") }
        let recorder = Recorder(program: EpisodesProgram(), in: .file("\(scratch.path)/run.jsonl"))
        if let problem = recorder.problem { throw .notServed(why: problem.message) }
        return recorder
    }

    /// What shows the past: of a timeline, or of this run where it is recorded.
    private static func traveler(
        in store: Store<EpisodesState, EpisodesAction>, timeline: String?,
        recorder: Recorder<EpisodesState, EpisodesAction>
    ) -> TimeTraveler<EpisodesProgram>? {
        if let timeline { return TimeTraveler(store, program: EpisodesProgram(), timeline: timeline) }
        return recorder.path == nil ? nil : TimeTraveler(store, program: EpisodesProgram(), recorder: recorder)
    }

    /// Lets other programs in, where that is asked for.
    private static func host(
        of store: Store<EpisodesState, EpisodesAction>, _ recorder: Recorder<EpisodesState, EpisodesAction>,
        _ replica: Replica<EpisodesProgram>?, _ arguments: Arguments
    ) throws(ArgumentsError) -> (host: TimelineHost<EpisodesProgram>, place: HostAddress.Location)? {
        guard let port = arguments.servingPort else { return nil }
        let host = TimelineHost(
            store, program: EpisodesProgram(), recorder: recorder, sharing: replica, at: .loopback(port: port),
            onTravel: { tell($0) })
        do throws(HostError) { return (host, try host.start()) } catch {
            throw .notServed(why: error.description)
        }
    }

    /// Says why an action is not done. A person sees it on the screen.
    private static func tell(_ travel: TimelineHost<EpisodesProgram>.TravelEvent) {
        guard case .refused = travel, !StandardStream.output.isTerminal else { return }
        StandardStream.errors.write("episodes: \(travel); resume goes back\n")
    }

    /// What every action passes on its way to the reducer, the outermost first. A recorder goes last.
    static func middleware(
        server: EpisodesServer, effects: RunningEffects, recorder: Recorder<EpisodesState, EpisodesAction>? = nil
    ) -> [Middleware<EpisodesState, EpisodesAction>] {
        [
            .effects(in: effects, EpisodesEffects(server: server).effects),
            recorder?.middleware,
        ].compactMap(\.self)
    }
}
