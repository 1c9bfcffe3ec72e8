package import TimelineJSON
internal import TimelineSystem

/// Judges states with a command, which reads a state as JSON from standard input.
///
/// The exit status is the verdict, as for `git bisect run`: 0 good; 1–124 bad; 125 can't tell. Any other status or a signal
/// aborts the search: a shell exits with 126 for a command that it cannot run, and with 127 for one that it cannot find.
/// The command's output goes to standard error, apart from the answer.
package struct CommandPredicate<State>: StatePredicate {
    private let command: String
    private let text: (State) throws -> JSONText

    package init(_ command: String, text: @escaping (State) throws -> JSONText) {
        self.command = command
        self.text = text
    }

    package func verdict(on state: State) throws -> Verdict {
        let child = try ChildProcess(
            ["/bin/sh", "-c", command], input: text(state).bytes + [UInt8(ascii: "\n")], sendsOutputToError: true)
        switch try child.wait() {
        case .exited(0): return .good
        case .exited(125): return .cannotTell
        case .exited(let status) where status < 125: return .bad
        case .exited(126): throw aborted("exited with status 126: the shell could not run a command")
        case .exited(127): throw aborted("exited with status 127: the shell did not find a command")
        case .exited(let status): throw aborted("exited with status \(status)")
        case .signaled(let signal): throw aborted("was ended by signal \(signal)")
        }
    }

    private func aborted(_ how: String) -> CommandPredicateError { CommandPredicateError(command: command, how: how) }

    package var isCheap: Bool { false }
}

/// The command of `--run` aborted the search: it was not found, was ended by a signal, or exited with a status that is no
/// verdict.
package struct CommandPredicateError: Error, Equatable, CustomStringConvertible {
    package let command: String
    package let how: String

    package var description: String {
        """
        the search was stopped: `\(command)` \(how).
        It should exit with 0 for a good state, 1 to 124 for a bad one, and 125 where it can't tell.
        """
    }
}
