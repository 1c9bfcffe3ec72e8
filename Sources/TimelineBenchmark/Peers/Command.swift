internal import Foundation
internal import TimelineSystem

/// A program that is run to its end.
struct Command {
    /// What became of it.
    struct Outcome {
        /// From before it was started until it was gone.
        let seconds: Double
        /// The most memory that was in use at once, in bytes.
        let peakBytes: Int
        let cpuSeconds: Double
        let output: String
    }

    /// It could not be run, or failed.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let arguments: [String]
    /// Where its output goes while it runs.
    let outputFile: String

    /// Where a program of this name is on the `PATH`; nil where there is none.
    static func find(_ name: String) -> String? {
        Environment.searchPath.map { "\($0)/\(name)" }.first(where: FileSystem.isExecutable)
    }

    /// Runs it.
    ///
    /// - Parameter expected: The exit status of success.
    /// - Throws: `Failure`, where it exits in another way.
    @discardableResult
    func run(exitStatus expected: Int = 0) throws -> Outcome {
        var end: (ending: ChildProcess.Ending, peakBytes: Int, cpuSeconds: Double)?
        var failure: ChildProcess.StartError?
        let seconds = Stopwatch.seconds {
            do throws(ChildProcess.StartError) {
                end = try ChildProcess(arguments, input: [], outputFile: outputFile).waitMeasuring()
            } catch {
                failure = error
            }
        }
        guard let end else { throw Failure(description: failure?.description ?? "") }
        guard end.ending == .exited(expected) else {
            throw Failure(description: "\(arguments.joined(separator: " ")) ended with status \(end.ending)")
        }
        let output = (try? String(contentsOfFile: outputFile, encoding: .utf8)) ?? ""
        return Outcome(seconds: seconds, peakBytes: end.peakBytes, cpuSeconds: end.cpuSeconds, output: output)
    }
}
