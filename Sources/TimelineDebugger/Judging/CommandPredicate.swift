internal import TimelineKit

/// The command reads a state as JSON from standard input. Its exit status is the verdict, as for `git bisect run`.
package struct CommandPredicate<State: Encodable>: StatePredicate {
    private let command: String

    package init(_ command: String) { self.command = command }

    package func verdict(on state: State, from _: StateChange<State>?) throws -> Verdict {
        let text = try state as? JSONText ?? JSONCoding.encode(state)
        switch try CommandGroup.run(command, input: text.bytes + [UInt8(ascii: "\n")]) {
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
