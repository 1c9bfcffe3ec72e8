import Foundation

/// A run of the built `episodes` that has ended.
struct Run {
    let output: String
    let errors: String
    let status: Int32
    let reason: Process.TerminationReason

    init(_ arguments: [String], input: String, in folder: String? = nil) throws {
        let process = Process()
        if let folder { process.currentDirectoryURL = URL(filePath: folder) }
        process.executableURL = Self.binary
        process.arguments = arguments
        // A crash report is slow, and not needed here.
        process.environment = ["SWIFT_BACKTRACE": "enable=no"]
        let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = stderr
        try process.run()
        // All three fit in a pipe.
        try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
        try stdin.fileHandleForWriting.close()
        output = String(decoding: try stdout.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        errors = String(decoding: try stderr.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        status = process.terminationStatus
        reason = process.terminationReason
    }

    /// Beside the tests, except under Xcode.
    static var binary: URL {
        let beside = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "episodes")
        if FileManager.default.isExecutableFile(atPath: beside.path) { return beside }
        return URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: ".build/debug/episodes")
    }
}
