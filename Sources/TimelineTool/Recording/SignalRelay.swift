#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif
internal import Synchronization

/// Passes signals that somebody sent to this process on to the app.
///
/// What a terminal sends, such as SIGINT at control-C, goes to the app as well by itself, and is not passed on twice.
enum SignalRelay {
    private static let target = Atomic<Int32>(0)
    private static let relayed = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCONT, SIGWINCH]

    static func start(to id: pid_t) {
        target.store(id, ordering: .sequentiallyConsistent)
        for signal in relayed {
            var action = sigaction()
            action.sa_flags = SA_SIGINFO | SA_RESTART
            action.__sigaction_handler.sa_sigaction = { signal, info, _ in
                // Only calls that are safe in a handler: an atomic load and kill(2). 0 and below are codes of kill(2).
                let id = SignalRelay.target.load(ordering: .relaxed)
                if id > 0, let info, info.pointee.si_code <= 0 { kill(id, signal) }
            }
            sigaction(signal, &action, nil)
        }
    }

    static func stop() { target.store(0, ordering: .sequentiallyConsistent) }
}
