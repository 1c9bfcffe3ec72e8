internal import EpisodesCore
internal import TimelineKit
internal import TimelineLive
internal import TimelineRemote
internal import TimelineStore

struct Session: Sendable {
    let store: Store<EpisodesState, EpisodesAction>
    let effects: RunningEffects
    var traveler: TimeTraveler<EpisodesProgram>?
    var host: TimelineHost<EpisodesProgram>?
    /// A line that is printed above each screen on a terminal, and once at the start otherwise.
    var notice: String?
    /// Also states that no command caused.
    var showsAllStates = false

    /// Then waits for running effects.
    func run() async {
        if let notice, !Terminal.isInteractive { Terminal.write("[\(notice)]\n") }
        show(store.state)
        let subscription = showsAllStates && Terminal.isInteractive ? store.subscribe { show($0) } : nil
        defer { subscription?.cancel() }
        while let text = await Terminal.nextLine() {
            do {
                guard let line = try Line(text, in: self) else { continue }
                if line.command.usage == "quit" { break }
                try await line.run()
                if line.command.usage != "help" { show(store.state) }
            } catch {
                Terminal.report("\(error)")
            }
        }
        resume()
        await effects.allEnded()
    }

    func resume() {
        host?.resume()
        traveler?.resume()
    }

    /// On a terminal, shows each new state during `wait`. Other output gets only the last state.
    func showingStates<Failure: Error>(_ wait: () async throws(Failure) -> Void) async throws(Failure) {
        let subscription = Terminal.isInteractive ? store.subscribe { show($0) } : nil
        defer { subscription?.cancel() }
        try await wait()
    }

    private func show(_ state: EpisodesState) {
        if Terminal.isInteractive {
            Terminal.write(TerminalView.clearing)
            if let notice { Terminal.write("[\(notice)]\n") }
        }
        if let status = traveler?.status {
            Terminal.write(TerminalView.text(of: status))
        } else if let status = host?.travelStatus {
            Terminal.write(TerminalView.text(ofOther: status))
        }
        Terminal.write(TerminalView(hasColor: Terminal.hasColor).text(of: state))
        Terminal.write(Terminal.isInteractive ? "\n> " : "\n")
    }
}
