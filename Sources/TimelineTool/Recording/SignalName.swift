#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// Signals by name.
enum SignalName {
    private static let names: [Int32: String] = [
        SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
        SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGUSR1: "SIGUSR1",
        SIGSEGV: "SIGSEGV", SIGUSR2: "SIGUSR2", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM",
        SIGSYS: "SIGSYS", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
    ]

    /// `SIGILL`, or the number where it has no common name.
    static func of(_ signal: Int32) -> String { names[signal] ?? "signal \(signal)" }

    /// Whether the signal says that something went wrong, rather than that somebody ended the app.
    static func isCrash(_ signal: Int32) -> Bool { ![SIGHUP, SIGINT, SIGTERM, SIGPIPE, SIGALRM].contains(signal) }
}
