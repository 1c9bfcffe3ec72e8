/// The command of `--run` stopped the search: it was not found, was ended by a signal, or exited with a status that is no
/// verdict.
package struct CommandAborted: Error, Equatable, CustomStringConvertible {
    package let command: String
    package let how: String

    package var description: String {
        """
        the search was stopped: `\(command)` \(how).
        It should exit with 0 for a good state, 1 to 124 for a bad one, and 125 where it can't tell.
        """
    }
}
