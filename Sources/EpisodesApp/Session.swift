import Dispatch
import EpisodesCore
import TimelineKit
internal import TimelineLive
import TimelineNavigation
import TimelineRemote
internal import TimelineStore
internal import TimelineSystem

/// One run of the app: reads commands, dispatches their actions, shows the screen.
struct Session {
    let store: Store<EpisodesState, EpisodesAction>
    let effects: RunningEffects
    /// nil if there is no timeline to travel in.
    var traveler: TimeTraveler<EpisodesProgram>?
    /// The host of remote clients, which can also show the past; nil if the app does not serve.
    var host: TimelineHost<EpisodesProgram>?
    /// A line that is printed above each screen on a terminal, and once at the start otherwise.
    var notice: String?
    /// Whether to also show states that no command caused.
    var showsAllStates = false

    private let output = StandardStream.output
    private let errors = StandardStream.errors

    /// Carries out commands until `quit` or the end of the input, then waits for running effects.
    func run() async {
        // On a terminal, `show` prints the notice above each screen.
        if let notice, !output.isTerminal { output.write("[\(notice)]\n") }
        show()
        let subscription = showsAllStates && output.isTerminal ? store.subscribe { show($0) } : nil
        defer { subscription?.cancel() }
        let title = output.isTerminal ? Task { @MainActor in await showTitle() } : nil
        defer { title?.cancel() }
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

    /// Keeps the title of the terminal's window up to date, until its task is cancelled.
    @MainActor
    private func showTitle() async {
        let router = TerminalPresenter.router(write: output.write) { errors.write("episodes: \($0)\n") }
        for await route in store.values(of: \.route) { router.show(route) }
    }

    /// Shows the live state again.
    func resume() {
        host?.resume()
        traveler?.resume()
    }

    /// - Returns: False if `command` ends the session.
    private func carryOut(_ command: Command) async throws(CommandError) -> Bool {
        switch command {
        case .nothing: return true
        case .quit: return false
        case .help:
            output.write(Command.summary + "\n")
            return true
        case .taps(let taps):
            for tap in taps { if let action = try tap.action(in: store.state) { store.dispatch(action) } }
        case .wait:
            await watching { await effects.allEnded() }
        case .waitFor(let duration):
            await watching { try? await Task.sleep(for: duration) }
        case .travel(let command):
            guard let traveler else {
                errors.write("episodes: there is no recording; start with --travel FILE, or with timeline record\n")
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
            try await watching { () throws(TravelError) in
                // While a recording is made, its user can pause for minutes: a viewer should not wait as long.
                try await traveler.play(speed: speed, idleLimit: .seconds(2))
            }
        }
    }

    /// On a terminal, shows each new state during `wait`. Other output gets only the last state.
    private func watching<Failure: Error>(_ wait: () async throws(Failure) -> Void) async throws(Failure) {
        let subscription = output.isTerminal ? store.subscribe { show($0) } : nil
        defer { subscription?.cancel() }
        try await wait()
    }

    private func show() { show(store.state) }

    private func show(_ state: EpisodesState) {
        if output.isTerminal {
            output.write(TerminalView.clearing)
            if let notice { output.write("[\(notice)]\n") }
        }
        if let status = traveler?.status {
            output.write(TerminalView.text(of: status))
        } else if let status = host?.travelStatus {
            output.write(TerminalView.text(ofOther: status))
        }
        output.write(TerminalView(hasColor: output.hasColor).text(of: state))
        output.write(output.isTerminal ? "\n> " : "\n")
    }
}

/// Reads lines of standard input on a dispatch queue: `readLine` would block a thread of Swift's cooperative pool.
private enum InputLines {
    private static let queue = DispatchQueue(label: "episodes.input")

    /// The next line; nil at the end of the input.
    static func next() async -> String? {
        await withCheckedContinuation { done in queue.async { done.resume(returning: readLine()) } }
    }
}
