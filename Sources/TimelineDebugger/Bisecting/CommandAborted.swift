/// The command of `--run` said that the search must stop.
package struct CommandAborted: Error, Equatable, CustomStringConvertible {
    package let command: String
    package let how: String

    package var description: String {
        """
        the search was stopped: `\(command)` \(how).
        It should exit with 0 for a good state, 1 to 124, 126 or 127 for a bad one, and 125 where it can't tell.
        """
    }
}
