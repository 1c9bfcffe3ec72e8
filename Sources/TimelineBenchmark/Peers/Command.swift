internal import Foundation
internal import TimelineSystem

/// A program to run to its end.
struct Command {
    struct Outcome {
        /// The time from start to exit.
        let seconds: Double
        /// The peak memory in bytes.
        let peakBytes: Int
        let cpuSeconds: Double
        let output: String
    }

    let arguments: [String]
    /// The file for its output.
    let outputFile: String

    /// The path of a program on the `PATH`; nil where there is none.
    static func find(_ name: String) -> String? {
        Environment.searchPath.map { "\($0)/\(name)" }.first(where: FileSystem.isExecutable)
    }

    /// Runs the program.
    ///
    /// - Parameter expected: The exit status of success.
    /// - Throws: `BenchmarkError` where it exits with another status.
    @discardableResult
    func run(exitStatus expected: Int = 0) throws -> Outcome {
        var end: (ending: ChildProcess.Ending, peakBytes: Int, cpuSeconds: Double)?
        var startError: ChildProcess.StartError?
        let seconds = Stopwatch.seconds {
            do throws(ChildProcess.StartError) {
                end = try ChildProcess(arguments, input: [], outputFile: outputFile).waitMeasuring()
            } catch {
                startError = error
            }
        }
        guard let end else { throw BenchmarkError(description: startError?.description ?? "") }
        guard end.ending == .exited(expected) else {
            throw BenchmarkError(description: "\(arguments.joined(separator: " ")) ended with status \(end.ending)")
        }
        let output = (try? String(contentsOfFile: outputFile, encoding: .utf8)) ?? ""
        return Outcome(seconds: seconds, peakBytes: end.peakBytes, cpuSeconds: end.cpuSeconds, output: output)
    }
}

/// A measurement failed: a program could not be run, or its result is wrong.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
}
