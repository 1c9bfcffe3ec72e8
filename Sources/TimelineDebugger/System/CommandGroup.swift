package import Synchronization
internal import TimelineKit
internal import TimelineLibc

/// The process group of a shell command that does not outlive this process, even if `SIGKILL` ends it: the leader of the group is a
/// process that waits for the end of this one, and then ends the group.
package enum CommandGroup {
    /// The leader of the last group, for `interrupt`; 0 if its command has ended.
    private static let current = Atomic<Int32>(0)

    /// Standard error. Descriptor 2 may be another, for what the program prints.
    package static let errors = Atomic<Int32>(2)

    /// Of one digit, as the shell knows no others. Nothing is sent to it.
    private static let lifelineDescriptor: Int32 = 6
    private struct Leader: ~Copyable {
        let child: ChildProcess
        private let lifeline: FileDescriptor

        init() throws {
            ChildProcess.starting.lock()
            defer { ChildProcess.starting.unlock() }
            let pipe = try FileDescriptor.Pipe(named: "/bin/sh")
            let script = """
                trap '' INT TERM
                read -r _ <&\(CommandGroup.lifelineDescriptor)
                kill -s TERM 0
                sleep 1
                kill -s KILL 0
                """
            child = try ChildProcess(
                ["/bin/sh", "-c", script], input: [], outputFile: "/dev/null", discardsErrors: true,
                descriptors: [CommandGroup.lifelineDescriptor: pipe.reading.rawValue], group: 0)
            lifeline = pipe.writing
        }

        /// Before its pipe is closed: what a command leaves running on purpose continues.
        deinit {
            child.kill()
            _ = try? child.wait()
        }
    }

    /// Standard output of the command goes to standard error. The command cannot read from the terminal, whose foreground it is not
    /// in; it may write there and change settings.
    package static func run(_ command: String, input: [UInt8]) throws -> ChildProcess.Ending {
        let leader = try Leader()
        let errors = errors.load(ordering: .relaxed)
        current.store(leader.child.id, ordering: .sequentiallyConsistent)
        defer { withExtendedLifetime(leader) { current.store(0, ordering: .sequentiallyConsistent) } }
        return try ChildProcess(
            ["/bin/sh", "-c", "trap '' TTIN TTOU; exec /bin/sh -c \"$0\"", command], input: input,
            descriptors: [1: errors, 2: errors], group: leader.child.id
        ).wait()
    }

    /// As control-C does for commands in the foreground. Async-signal-safe.
    package static func interrupt() {
        let id = current.load(ordering: .sequentiallyConsistent)
        if id > 0 { kill(-id, SIGINT) }
    }
}
