internal import TimelineJSON

/// A state is judged by a command, which gets it as JSON on standard input.
///
/// It answers by its exit status, as for `git bisect run`: 0 good; 1–124, 126 and 127 bad; 125 can't tell; anything from
/// 128 up, and a signal, aborts.
package struct CommandPredicate<State: Encodable>: StatePredicate {
    private let command: String

    /// - Parameter command: For `/bin/sh -c`.
    package init(_ command: String) { self.command = command }

    package func verdict(on state: State) throws -> Verdict {
        let text = try JSONCoding.encode(state)
        // What it prints is no part of the answer, which alone goes to standard output.
        let child = try ChildProcess(
            ["/bin/sh", "-c", #"exec >&2; eval "$0""#, command], input: text.bytes + [UInt8(ascii: "\n")])
        switch try child.wait() {
        case .exited(0): return .good
        case .exited(125): return .cannotTell
        case .exited(let status) where status < 128: return .bad
        case .exited(let status): throw CommandAborted(command: command, how: "exited with status \(status)")
        case .signalled(let signal): throw CommandAborted(command: command, how: "was ended by signal \(signal)")
        }
    }

    package var isCheap: Bool { false }
}
