#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif
internal import Synchronization

/// The process group of a shell command that does not outlive this process, even if `SIGKILL` ends it: the leader of the group is a
/// process that waits for the end of this one, and then ends the group.
package enum CommandGroup {
    /// The leader of the last group, for `interrupt`; 0 if its command has ended.
    private static let current = Atomic<Int32>(0)

    private static let leader = """
        trap '' INT TERM
        read -r _ <&\(PipedProcess.lifelineDescriptor)
        kill -s TERM 0
        sleep 1
        kill -s KILL 0
        """

    /// Standard output of the command goes to standard error. The command cannot read from the terminal, whose foreground it is not
    /// in; it may write there and change settings.
    package static func run(
        _ command: String, input: [UInt8]
    ) throws(ChildProcess.StartError) -> ChildProcess.Ending {
        let leader = try PipedProcess(
            ["/bin/sh", "-c", leader], input: [], discardsStandardOutput: true, group: 0)
        current.store(leader.child.id, ordering: .sequentiallyConsistent)
        defer {
            current.store(0, ordering: .sequentiallyConsistent)
            // Before its pipe is closed: what a command leaves running on purpose continues.
            leader.child.kill()
        }
        return try ChildProcess(
            ["/bin/sh", "-c", "trap '' TTIN TTOU; exec /bin/sh -c \"$0\"", command], input: input,
            sendsOutputToError: true, group: leader.child.id
        ).wait()
    }

    /// As control-C does for commands in the foreground. Async-signal-safe.
    package static func interrupt() {
        let id = current.load(ordering: .sequentiallyConsistent)
        if id > 0 { kill(-id, SIGINT) }
    }
}
