import EpisodesCore
import TimelineKit

/// `episodes`: makes the store, and runs the app in a terminal until its input ends.
@main
enum Main {
    static func main() async {
        do {
            let arguments = try Arguments(Array(CommandLine.arguments.dropFirst()))
            if arguments.wantsHelp {
                Terminal.output.write(Arguments.help + "\n\n" + Command.summary + "\n")
                return
            }
            let server = EpisodesServer(data: try arguments.serverData(), delay: arguments.delay)
            let effects = RunningEffects()
            let recorder = Recorder.requested(for: EpisodesProgram())
            defer { recorder?.finish() }
            let store = Store(
                program: EpisodesProgram(),
                middleware: middleware(server: server, effects: effects, recorder: recorder))
            let hotReload = try arguments.hotReload.map { file throws(ArgumentsError) in
                do throws(FileError) { return try HotReload(store, file: file) } catch {
                    throw .noHotReload(why: "\(error)")
                }
            }
            let session = Session(
                store: store, effects: effects,
                traveler: traveler(in: store, timeline: arguments.travel, recorder: recorder),
                showsAllStates: hotReload != nil)
            await session.run()
            hotReload?.finish()
        } catch {
            Terminal.errors.write("episodes: \(error.description)\n")
            Terminal.exit(error.exitStatus)
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
