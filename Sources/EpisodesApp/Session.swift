import EpisodesCore
import TimelineKit

/// One run of the app: reads commands, dispatches what they mean, shows the screen.
struct Session {
    let store: Store<EpisodesState, EpisodesAction>
    let effects: RunningEffects

    private let output = Terminal.output
    private let errors = Terminal.errors

    init(store: Store<EpisodesState, EpisodesAction>, effects: RunningEffects) {
        self.store = store
        self.effects = effects
    }

    /// Returns when the input ended, or `quit` was typed, and nothing is under way any more.
    func run() async {
        show()
        while let line = readLine() {
            do {
                if try await !carryOut(Command(line)) { break }
            } catch {
                errors.write("episodes: \(error.description)\n")
            }
        }
        await effects.allEnded()
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
        }
        show()
        return true
    }

    /// Shows each new state meanwhile, to a person; a file gets the last one alone.
    private func watching(_ wait: () async -> Void) async {
        let subscription = output.isInteractive ? store.subscribe { show($0) } : nil
        await wait()
        subscription?.cancel()
    }

    private func show() { show(store.state) }

    private func show(_ state: EpisodesState) {
        if output.isInteractive { output.clear() }
        output.write(Screen(isColoured: output.isColoured).text(of: state))
        output.write(output.isInteractive ? "\n> " : "\n")
    }
}
