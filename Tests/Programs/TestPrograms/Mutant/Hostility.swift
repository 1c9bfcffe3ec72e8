import Foundation

/// What a reducer may do to the process that calls it, in the step of an action `tagged("hostile")`.
public enum Hostility: String, CaseIterable, Sendable {
    case exit, quickExit, kill, terminate, closeAll, fork, leave, spawn, hang, slow, print
    /// Traps here with a second entry, and there without.
    case trap

    /// The one that `MUTANT_HOSTILITY` names.
    static let current = ProcessInfo.processInfo.environment["MUTANT_HOSTILITY"].flatMap(Self.init)

    func apply(to state: Ledger) {
        switch self {
        case .exit: Foundation.exit(0)
        case .quickExit: _exit(0)
        case .kill: Foundation.kill(getpid(), SIGKILL)
        case .terminate: Foundation.kill(getpid(), SIGTERM)
        case .closeAll: for descriptor: Int32 in 0..<1024 { close(descriptor) }
        case .fork: _ = Self.fork()
        case .leave: if Self.fork() == 0 { setsid() }
        case .spawn: _ = try? Process.run(URL(filePath: "/bin/sleep"), arguments: ["7.25"])
        case .trap: if state.entries.count > 1 { Self.trapHere() } else { Self.trapThere() }
        case .hang: while true { usleep(100_000) }
        case .slow: usleep(2_100_000)
        case .print: Swift.print("printed \u{1B}[31m by a reducer")
        }
    }

    @inline(never) private static func trapHere() { fatalError("many") }
    @inline(never) private static func trapThere() { fatalError("few") }

    private static func fork() -> Int32 {
        dlsym(nil, "fork").map { unsafeBitCast($0, to: (@convention(c) () -> Int32).self)() } ?? -1
    }
}
