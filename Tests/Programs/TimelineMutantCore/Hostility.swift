import Foundation

/// What a reducer may do to the process that calls it, in the step of an action `tagged("hostile")`.
public enum Hostility: String, CaseIterable, Sendable {
    case exit, quickExit, kill, terminate, closeAll, fork, hang, print

    /// The one that `MUTANT_HOSTILITY` names.
    static let current = ProcessInfo.processInfo.environment["MUTANT_HOSTILITY"].flatMap(Self.init)

    func apply() {
        switch self {
        case .exit: Foundation.exit(0)
        case .quickExit: _exit(0)
        case .kill: Foundation.kill(getpid(), SIGKILL)
        case .terminate: Foundation.kill(getpid(), SIGTERM)
        case .closeAll: for descriptor: Int32 in 0..<1024 { close(descriptor) }
        case .fork: _ = dlsym(nil, "fork").map { unsafeBitCast($0, to: (@convention(c) () -> Int32).self)() }
        case .hang: while true { usleep(100_000) }
        case .print: Swift.print("printed \u{1B}[31m by a reducer")
        }
    }
}
