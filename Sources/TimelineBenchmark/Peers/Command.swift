internal import Foundation

#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#elseif canImport(Darwin)
    internal import Darwin
#endif

/// A program that is run to its end.
struct Command {
    /// What became of it.
    struct Outcome {
        /// From before it was started until it was gone.
        let seconds: Double
        /// The most memory that was in use at once, in bytes.
        let peakBytes: Int
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
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }

    /// Runs it.
    ///
    /// - Parameter expected: The exit status of success.
    /// - Throws: `Failure`, where it exits in another way.
    @discardableResult
    func run(exitStatus expected: Int32 = 0) throws -> Outcome {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, outputFile, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        var words = arguments.map { strdup($0) } + [nil]
        defer { words.forEach { free($0) } }
        var id: pid_t = 0
        var status: Int32 = 0
        var usage = rusage()
        var code: Int32 = 0
        let seconds = Stopwatch.seconds {
            code = posix_spawn(&id, arguments[0], &actions, nil, &words, environ)
            if code == 0 { while wait4(id, &status, 0, &usage) < 0, errno == EINTR {} }
        }
        guard code == 0 else {
            throw Failure(description: "cannot run \(arguments[0]): \(String(cString: strerror(code)))")
        }
        guard status == expected << 8 else {
            throw Failure(description: "\(arguments.joined(separator: " ")) ended with status \(status)")
        }
        #if canImport(Darwin)
            let unit = 1
        #else
            let unit = 1024
        #endif
        let output = (try? String(contentsOfFile: outputFile, encoding: .utf8)) ?? ""
        return Outcome(seconds: seconds, peakBytes: Int(usage.ru_maxrss) * unit, output: output)
    }
}
