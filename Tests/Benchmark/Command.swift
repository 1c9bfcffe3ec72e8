internal import Foundation
internal import TimelineDebugger
internal import TimelineKit

/// A command that ran in a child process until it exited.
struct Command {
    let seconds: Double
    /// The user plus system CPU time, with the children that the process waited for.
    let cpuSeconds: Double
    let peakBytes: Int
    let output: String

    /// Runs an executable, and fails on any other exit status than the expected one. Replaces `outputFile`.
    init(_ arguments: [String], outputFile: String, exitStatus: Int = 0) throws {
        let start = ContinuousClock.now
        let end = try ChildProcess(arguments, input: [], outputFile: outputFile).waitMeasuring()
        guard end.ending == .exited(exitStatus) else {
            throw BenchmarkError(description: "\(arguments.joined(separator: " ")) \(end.ending.text)")
        }
        (seconds, cpuSeconds) = ((ContinuousClock.now - start) / .seconds(1), end.cpuSeconds)
        (peakBytes, output) = (end.peakBytes, (try? String(contentsOfFile: outputFile, encoding: .utf8)) ?? "")
    }

    /// The path of an executable in a folder of `PATH`; nil if no folder has it.
    static func find(_ name: String) -> String? {
        Environment.searchPath.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
    }
}

/// A measurement failed: a command did not succeed, a file cannot be created, or a result is wrong.
struct BenchmarkError: Error, CustomStringConvertible {
    let description: String
}
