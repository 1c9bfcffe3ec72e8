#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif
internal import Synchronization

/// Forwards signals from other processes to a child process.
///
/// Does not forward signals of the terminal, such as SIGINT on control-C, since the child receives them too.
package enum SignalRelay {
    private static let target = Atomic<Int32>(0)
    private static let relayed = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCONT, SIGWINCH]

    package static func start(to id: Int32) {
        target.store(id, ordering: .sequentiallyConsistent)
        for signal in relayed {
            var action = sigaction()
            action.sa_flags = SA_SIGINFO | SA_RESTART
            #if canImport(Darwin)
                action.__sigaction_u.__sa_sigaction = { signal, info, _ in
                    if let info, info.pointee.si_code <= 0 || info.pointee.si_code == SI_USER {
                        SignalRelay.pass(on: signal)
                    }
                }
            #else
                // 0 and below are the codes of kill(2).
                action.__sigaction_handler.sa_sigaction = { signal, info, _ in
                    if let info, info.pointee.si_code <= 0 { SignalRelay.pass(on: signal) }
                }
            #endif
            sigaction(signal, &action, nil)
        }
    }

    package static func stop() { target.store(0, ordering: .sequentiallyConsistent) }

    /// Runs in a signal handler, so it makes only an atomic load and `kill(2)`.
    private static func pass(on signal: Int32) {
        let id = target.load(ordering: .relaxed)
        if id > 0 { kill(id, signal) }
    }
}
