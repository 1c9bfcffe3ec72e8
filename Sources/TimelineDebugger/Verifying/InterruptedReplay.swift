/// A process that replays ended before its answer, which shows nothing about the program.
package struct InterruptedReplay: Error, Equatable, CustomStringConvertible {
    package let process: String
    package let seq: Int?
    /// How the process ended: `it was ended by SIGKILL`.
    package let ending: String
    package private(set) var isRepeated = false

    package init(_ process: String, before seq: Int?, ending: String) {
        (self.process, self.seq, self.ending) = (process, seq, ending)
    }

    package var description: String {
        "\(process) ended\(isRepeated ? " twice" : "") before \(seq.map { "step \($0)" } ?? "its first state"): \(ending)"
    }

    package static func retrying<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch is InterruptedReplay {
            do { return try body() } catch var error as InterruptedReplay {
                error.isRepeated = true
                throw error
            }
        }
    }
}
