/// The output of a process that has ended, and its exit status.
struct Finished: Equatable, CustomStringConvertible {
    var output = ""
    var errors = ""
    /// The exit status, or 128 plus the number of the signal that ended it.
    var status: Int32 = 0

    var description: String { "status \(status)\n--- stdout\n\(output)--- stderr\n\(errors)---" }
}
