import Foundation

/// A run of the built `episodes` that goes on, with a home of its own.
final class LiveRun {
    let home: String
    private let process = Process()
    private let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())

    init(_ arguments: [String], home: String? = nil) throws {
        let home =
            home ?? FileManager.default.temporaryDirectory.appending(path: "episodes-home-\(UUID().uuidString)").path
        self.home = home
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        process.executableURL = Run.binary
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: home)
        process.environment = ["SWIFT_BACKTRACE": "enable=no", "HOME": home, "TMPDIR": home]
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = stderr
        try process.run()
    }

    deinit {
        if process.isRunning { kill() }
        try? FileManager.default.removeItem(atPath: home)
    }

    /// Types a line.
    func type(_ line: String) throws { try stdin.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8)) }

    /// What it writes up to and with `end`; less, where the app ends before.
    func read(until end: String) -> String {
        var bytes: [UInt8] = []
        while !bytes.reversed().starts(with: end.utf8.reversed()) {
            let more = stdout.fileHandleForReading.readData(ofLength: 1)
            if more.isEmpty { break }
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Sends SIGKILL.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Ends the input, and waits.
    ///
    /// - Returns: the rest of what it wrote, and its exit status.
    func end() throws -> (output: String, errors: String, status: Int32) {
        try stdin.fileHandleForWriting.close()
        let output = String(decoding: try stdout.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        let errors = String(decoding: try stderr.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        return (output, errors, process.terminationStatus)
    }
}
