/// What a recording survives, and what that costs.
public enum Durability: String, Equatable, Sendable, CaseIterable {
    /// Survives whatever ends the process: a crash, a trap, `SIGKILL`. An action is with the system before its reducer
    /// runs; nothing waits for the disk. Where the power fails or the system itself crashes, the system's last seconds of
    /// writing, some 30 on Linux, may be lost. Costs one `write(2)` an action, a microsecond or two.
    case process

    /// Survives a loss of power too, but for the last second or so. What was written is synced to the disk a second after
    /// the first line that was not, and after each snapshot, on the recorder's own queue: dispatch never waits for it.
    case timed

    /// Survives a loss of power with every action whose `begin` has returned. Each dispatch waits for the disk on the
    /// thread that dispatches: some 0.1 ms on a fast drive, 10 ms and more on a slow one.
    case strict
}
