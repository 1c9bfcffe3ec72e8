import Dispatch
import TimelineKit
internal import TimelineSystem

/// Signals that ask the app to end: it does what is to be done at its end, and dies by the signal. A second one ends it at
/// once.
final class EndingSignals: Sendable {
    private let ending: Ending
    private let received = Locked<Signal?>(nil)
    /// Kept alive. Filled while this is made, and not touched again.
    private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []

    /// Begins to listen. A signal that was ignored when the app started stays so, as with `nohup`.
    init(_ ending: Ending) {
        self.ending = ending
        // Nothing of this runs in a signal handler.
        let queue = DispatchQueue(label: "episodes.signals", qos: .userInitiated)
        for signal in [Signal.interrupt, .terminate, .hangUp] where !signal.isIgnored {
            signal.ignore()
            let source = DispatchSource.makeSignalSource(signal: signal.rawValue, queue: queue)
            source.setEventHandler { [weak self] in self?.take(signal) }
            source.activate()
            sources.append(source)
        }
    }

    private func take(_ signal: Signal) {
        let isFirst = received.withLock { received in
            defer { received = received ?? signal }
            return received == nil
        }
        guard isFirst else { die(by: signal) }
        Task {
            await ending.perform()
            dieIfReceived()
        }
    }

    /// Ends the process as the signal would have, where one came.
    func dieIfReceived() {
        if let signal = received.withLock({ $0 }) { die(by: signal) }
    }

    private func die(by signal: Signal) -> Never {
        // Whatever colour the screen was left in; and the prompt of a shell begins a line.
        if StandardStream.output.isTerminal { StandardStream.output.write("\u{1B}[0m\n") }
        signal.endProcess()
    }
}
