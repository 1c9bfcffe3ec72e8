internal import Synchronization
internal import TimelineKit
internal import TimelineLibc

package struct Signal: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) { self.rawValue = rawValue }

    package static let interrupt = Signal(rawValue: SIGINT)
    package static let terminate = Signal(rawValue: SIGTERM)
    package static let hangUp = Signal(rawValue: SIGHUP)
    package static let quit = Signal(rawValue: SIGQUIT)
    package static let brokenPipe = Signal(rawValue: SIGPIPE)
    package static let alarm = Signal(rawValue: SIGALRM)
    package static let killed = Signal(rawValue: SIGKILL)
    package static let continued = Signal(rawValue: SIGCONT)

    package static let forbiddenCall = Signal(rawValue: SIGSYS)

    package static let traps = Set([SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV].map(Signal.init))

    /// `SIGILL`, or `signal 40` if it has no common name.
    package var name: String { Self.names[rawValue] ?? "signal \(rawValue)" }

    /// Not stopped by a person, a limit, or the system if memory is short (`SIGKILL`).
    package var isCrash: Bool {
        ![SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGALRM, SIGKILL, SIGXCPU, SIGXFSZ].contains(rawValue)
    }

    /// Swift ends a process with one of two signals, depending on the processor.
    package static func areSame(_ one: String, _ other: String) -> Bool {
        one == other || Set([one, other]) == ["SIGILL", "SIGTRAP"]
    }

    private static let names: [Int32: String] = [
        SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
        SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGUSR1: "SIGUSR1",
        SIGSEGV: "SIGSEGV", SIGUSR2: "SIGUSR2", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM",
        SIGSYS: "SIGSYS", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
    ]
}

extension Signal {
    package var isIgnored: Bool {
        var action = sigaction()
        sigaction(rawValue, nil, &action)
        #if canImport(Darwin)
            let handler = action.__sigaction_u.__sa_handler
        #else
            let handler = action.__sigaction_handler.sa_handler
        #endif
        return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    package func ignore() { signal(rawValue, SIG_IGN) }

    /// A handler may only make async-signal-safe calls, such as those of `Handler`. With `once`, the default effect is restored first. With
    /// `restarts`, a system call that the signal interrupts goes on.
    package func handle(
        once: Bool = false, restarts: Bool = false, by handler: @escaping @convention(c) (Int32) -> Void
    ) {
        var action = sigaction()
        if once { action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND)) | SA_NODEFER }
        if restarts { action.sa_flags |= SA_RESTART }
        #if canImport(Darwin)
            action.__sigaction_u.__sa_handler = handler
        #else
            action.__sigaction_handler.sa_handler = handler
        #endif
        sigaction(rawValue, &action, nil)
    }

    /// With the default effect of the signal.
    package func endProcess() -> Never {
        signal(rawValue, SIG_DFL)
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, rawValue)
        pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        raise(rawValue)
        exit(128 + rawValue)
    }
}

extension Signal {
    /// Async-signal-safe; none of them allocates.
    package enum Handler {
        package static func restoreDefault(_ number: Int32) { signal(number, SIG_DFL) }

        package static func raiseAgain(_ number: Int32) { raise(number) }

        package static func exit(_ status: Int32) -> Never { _exit(status) }
    }

    /// Forwards signals from other processes to a child. The child receives signals of the terminal, such as control-C, itself.
    package enum Relay {
        private static let target = Atomic<Int32>(0)
        private static let arrived = Atomic<UInt64>(0)
        private static let relayed = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2, SIGCONT, SIGWINCH]

        package static func start(to id: Int32) {
            target.store(id, ordering: .sequentiallyConsistent)
            for signal in relayed {
                var action = sigaction()
                action.sa_flags = SA_SIGINFO | SA_RESTART
                #if canImport(Darwin)
                    action.__sigaction_u.__sa_sigaction = { signal, info, _ in
                        Relay.note(signal)
                        if let info, info.pointee.si_code <= 0 || info.pointee.si_code == SI_USER {
                            Relay.pass(on: signal)
                        }
                    }
                #else
                    // 0 and below are the codes of kill(2).
                    action.__sigaction_handler.sa_sigaction = { signal, info, _ in
                        Relay.note(signal)
                        if let info, info.pointee.si_code <= 0 { Relay.pass(on: signal) }
                    }
                #endif
                sigaction(signal, &action, nil)
            }
            // A process inherits the signal mask of the thread that started it.
            var mask = sigset_t()
            sigemptyset(&mask)
            for signal in relayed { sigaddset(&mask, signal) }
            pthread_sigmask(SIG_UNBLOCK, &mask, nil)
        }

        package static func hasArrived(_ signal: Signal) -> Bool {
            arrived.load(ordering: .sequentiallyConsistent) & 1 << UInt64(signal.rawValue) != 0
        }

        private static func note(_ signal: Int32) {
            arrived.bitwiseOr(1 << UInt64(signal), ordering: .sequentiallyConsistent)
        }

        package static func stop() { target.store(0, ordering: .sequentiallyConsistent) }

        /// Runs in a signal handler, so it makes only an atomic load and `kill(2)`.
        private static func pass(on signal: Int32) {
            let id = target.load(ordering: .relaxed)
            if id > 0 { kill(id, signal) }
        }
    }
}
