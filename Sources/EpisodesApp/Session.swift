import EpisodesCore
import TimelineKit
internal import TimelineLive
import TimelineRemote
internal import TimelineStore
internal import TimelineSystem

/// One run of the app: reads commands, dispatches what they mean, shows the screen.
struct Session {
    let store: Store<EpisodesState, EpisodesAction>
    let effects: RunningEffects
    /// What shows the past, where there is one.
    let traveler: TimeTraveler<EpisodesProgram>?
    /// Those who are let in, who may show the past, too.
    let host: TimelineHost<EpisodesProgram>?
    /// What a person is to know all the time, where there is something.
    let notice: String?
    /// Whether a person is shown states that come by themselves, too.
    let showsAllStates: Bool

    private let output = StandardStream.output
    private let errors = StandardStream.errors

    init(
        store: Store<EpisodesState, EpisodesAction>, effects: RunningEffects,
        traveler: TimeTraveler<EpisodesProgram>? = nil, host: TimelineHost<EpisodesProgram>? = nil,
        notice: String? = nil, showsAllStates: Bool = false
    ) {
        self.store = store
        self.effects = effects
        self.traveler = traveler
        self.host = host
        self.notice = notice
        self.showsAllStates = showsAllStates
    }

    /// Returns when the input ended, or `quit` was typed, and nothing is under way any more.
    func run() async {
        // Else it stands above each screen.
        if let notice, !output.isTerminal { output.write("[\(notice)]\n") }
        show()
        let subscription = showsAllStates && output.isTerminal ? store.subscribe { show($0) } : nil
        defer { subscription?.cancel() }
        while let line = await InputLines.next() {
            do {
                if try await !carryOut(Command(line)) { break }
            } catch {
                errors.write("episodes: \(error.description)\n")
            }
        }
        resume()
        await effects.allEnded()
    }

    /// Shows what is, whoever showed the past.
    func resume() {
        host?.resume()
        traveler?.resume()
    }

    /// - Returns: false when the session is over.
    private func carryOut(_ command: Command) async throws(CommandError) -> Bool {
        switch command {
        case .nothing: return true
        case .quit: return false
        case .help:
            output.write(Command.summary + "\n")
            return true
        case .actions(let actions):
            for action in actions { store.dispatch(action) }
        case .wait:
            await watching { await effects.allEnded() }
        case .waitFor(let duration):
            await watching { try? await Task.sleep(for: duration) }
        case .travel(let command):
            guard let traveler else {
                errors.write("episodes: no past is at hand; start with --travel JOURNAL, or by timeline record\n")
                return true
            }
            do throws(TravelError) { try await travel(command, traveler) } catch {
                errors.write("episodes: \(error)\n")
                return true
            }
        }
        show()
        return true
    }

    private func travel(
        _ command: TravelCommand, _ traveler: TimeTraveler<EpisodesProgram>
    ) async throws(TravelError) {
        switch command {
        case .jump(let position): try traveler.jump(to: position)
        case .step(let steps): try traveler.step(by: steps)
        case .without(let steps): try traveler.showLastState(skipping: steps)
        case .resume: resume()
        case .continueHere: traveler.continueHere()
        case .play(let speed):
            let subscription = output.isTerminal ? store.subscribe { show($0) } : nil
            defer { subscription?.cancel() }
            try await traveler.play(speed: speed, idleLimit: .seconds(2))
        }
    }

    /// Shows each new state meanwhile, to a person; a file gets the last one alone.
    private func watching(_ wait: () async -> Void) async {
        let subscription = output.isTerminal ? store.subscribe { show($0) } : nil
        await wait()
        subscription?.cancel()
    }

    private func show() { show(store.state) }

    private func show(_ state: EpisodesState) {
        if output.isTerminal {
            output.write(Screen.clearing)
            if let notice { output.write("[\(notice)]\n") }
        }
        if let status = traveler?.status {
            output.write(Screen.text(of: status))
        } else if let status = host?.travelStatus {
            output.write(Screen.text(ofOther: status))
        }
        output.write(Screen(isColoured: output.hasColor).text(of: state))
        output.write(output.isTerminal ? "\n> " : "\n")
    }
}
