import EpisodesCore
import TimelineKit
import TimelineRemote

/// `episodes`: makes the store, and runs the app in a terminal until its input ends.
@main
enum Main {
    static func main() async {
        do {
            let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
            if arguments.wantsHelp {
                Terminal.output.write(Arguments.help + "\n\n" + Command.summary + "\n")
            } else {
                try await run(arguments)
            }
        } catch {
            Terminal.errors.write("episodes: \(error.description)\n")
            Terminal.exit(error.exitStatus)
        }
    }

    private static func run(_ arguments: Arguments) async throws(ArgumentsError) {
        let server = EpisodesServer(data: try arguments.serverData(), delay: arguments.delay)
        let effects = RunningEffects()
        let scratch = arguments.servingPort != nil || arguments.sharesThroughHost ? ScratchFolder() : nil
        defer { scratch?.remove() }
        let recorder = try recorder(arguments, scratch)
        defer { recorder?.finish() }
        let store = Store(
            program: EpisodesProgram(),
            middleware: middleware(server: server, effects: effects, recorder: recorder))
        let sharing = try await Sharing(store, arguments, scratch)
        let hotReload = try arguments.hotReload.map { file throws(ArgumentsError) in
            do throws(FileError) { return try HotReload(store, file: file) } catch {
                throw .noHotReload(why: "\(error)")
            }
        }
        let host = try host(of: store, recorder, sharing?.replica, arguments)
        let session = Session(
            store: store, effects: effects,
            traveler: traveler(in: store, timeline: arguments.travel, recorder: recorder),
            notice: host.map { "serving at \($0.place), with the token in \($0.place.tokenFile)" },
            showsAllStates: hotReload != nil || sharing != nil || host != nil)
        await session.run()
        hotReload?.finish()
        await sharing?.flush()
        await host?.host.stop()
    }

    /// What records the run: because that is asked for from outside, or because those who are let in need it.
    private static func recorder(
        _ arguments: Arguments, _ scratch: ScratchFolder?
    ) throws(ArgumentsError) -> Recorder<EpisodesState, EpisodesAction>? {
        if let recorder = Recorder.requested(for: EpisodesProgram()) { return recorder }
        guard arguments.servingPort != nil else { return nil }
        guard let scratch else { throw .notServed(why: "the recording has no place; TMPDIR should name a folder") }
        do throws(RecorderError) {
            return try Recorder(for: EpisodesProgram(), to: "\(scratch.path)/run.jsonl")
        } catch {
            throw .notServed(why: "\(error)")
        }
    }

    /// What shows the past: of a timeline, or of this run where it is recorded.
    private static func traveler(
        in store: Store<EpisodesState, EpisodesAction>, timeline: String?,
        recorder: Recorder<EpisodesState, EpisodesAction>?
    ) -> TimeTraveler<EpisodesProgram>? {
        if let timeline { return TimeTraveler(store, program: EpisodesProgram(), timeline: timeline) }
        return recorder.map { TimeTraveler(store, program: EpisodesProgram(), recorder: $0) }
    }

    /// Lets other programs in, where that is asked for.
    private static func host(
        of store: Store<EpisodesState, EpisodesAction>, _ recorder: Recorder<EpisodesState, EpisodesAction>?,
        _ replica: Replica<EpisodesProgram>?, _ arguments: Arguments
    ) throws(ArgumentsError) -> (host: TimelineHost<EpisodesProgram>, place: HostPlace)? {
        guard let port = arguments.servingPort, let recorder else { return nil }
        let host = TimelineHost(
            store, program: EpisodesProgram(), recorder: recorder, sharing: replica, at: .loopback(port: port))
        do throws(HostError) { return (host, try host.start()) } catch {
            throw .notServed(why: error.description)
        }
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
