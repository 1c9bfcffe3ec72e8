/// The output of a process that has ended, and its exit status.
package struct Finished: Equatable, CustomStringConvertible, Sendable {
    package var output: String
    package var errors: String
    /// The exit status, or 128 plus the number of the signal that ended it.
    package var status: Int32

    package init(output: String = "", errors: String = "", status: Int32 = 0) {
        (self.output, self.errors, self.status) = (output, errors, status)
    }

    package var description: String { "status \(status)\n--- stdout\n\(output)--- stderr\n\(errors)---" }
}
