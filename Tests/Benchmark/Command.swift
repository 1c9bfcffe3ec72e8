internal import Foundation
internal import TimelineSystem

/// A command that runs in a child process until it exits.
struct Command {
    struct Outcome {
        /// The time from start to exit.
        let seconds: Double
        /// The peak memory of the child process, in bytes.
        let peakBytes: Int
        /// The user plus system CPU time of the child process, with the children that it waited for.
        let cpuSeconds: Double
        /// The standard output.
        let output: String
    }

    /// The executable, by path or by its name in a folder of `PATH`, and its arguments.
    let arguments: [String]
    /// The path of the file that standard output is written to; an existing file is replaced.
    let outputFile: String

    /// The path of an executable in a folder of `PATH`; nil if no folder has it.
    static func find(_ name: String) -> String? {
        Environment.searchPath.map { "\($0)/\(name)" }.first(where: FileSystem.isExecutable)
    }

    /// Waits until the command exits. Any other exit status than the expected one, and a signal, is an error.
    @discardableResult
    func run(exitStatus expected: Int = 0) throws -> Outcome {
        let start = ContinuousClock.now
        let end = try ChildProcess(arguments, input: [], outputFile: outputFile).waitMeasuring()
        let seconds = (ContinuousClock.now - start) / .seconds(1)
        let command = arguments.joined(separator: " ")
        switch end.ending {
        case .exited(expected): break
        case .exited(let status):
            throw BenchmarkError(description: "\(command) exited with status \(status), not \(expected)")
        case .signaled(let signal): throw BenchmarkError(description: "\(command) was ended by signal \(signal)")
        }
        let output = (try? String(contentsOfFile: outputFile, encoding: .utf8)) ?? ""
        return Outcome(seconds: seconds, peakBytes: end.peakBytes, cpuSeconds: end.cpuSeconds, output: output)
    }
}

/// A measurement failed: a command did not succeed, a file cannot be created, or a result is wrong.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
}
