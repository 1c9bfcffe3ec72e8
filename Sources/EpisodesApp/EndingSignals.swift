import Dispatch
import TimelineKit
internal import TimelineSystem

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#elseif canImport(Glibc)
    import Glibc
#endif

/// Signals that ask the app to end: it does what is to be done at its end, and dies by the signal. A second one ends it at
/// once.
final class EndingSignals: Sendable {
    private let ending: Ending
    private let received = Locked<Int32?>(nil)
    /// Kept alive. Filled while this is made, and not touched again.
    private nonisolated(unsafe) var sources: [any DispatchSourceSignal] = []

    /// Begins to listen. A signal that was ignored when the app started stays so, as with `nohup`.
    init(_ ending: Ending) {
        self.ending = ending
        // Nothing of this runs in a signal handler.
        let queue = DispatchQueue(label: "episodes.signals", qos: .userInitiated)
        for number in [SIGINT, SIGTERM, SIGHUP] where !Self.isIgnored(number) {
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { [weak self] in self?.take(number) }
            source.activate()
            sources.append(source)
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    private func take(_ number: Int32) {
        let isFirst = received.withLock { received in
            defer { received = received ?? number }
            return received == nil
        }
        guard isFirst else { return die(by: number) }
        Task {
            await ending.perform()
            dieIfReceived()
        }
    }

    /// Ends the process as the signal would have, where one came.
    func dieIfReceived() {
        if let number = received.withLock({ $0 }) { die(by: number) }
    }

    private func die(by number: Int32) {
        // Whatever colour the screen was left in; and the prompt of a shell begins a line.
        if Terminal.output.isInteractive { Terminal.output.write("\u{1B}[0m\n") }
        signal(number, SIG_DFL)
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, number)
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        raise(number)
        Terminal.exit(128 + number)
    }
}
