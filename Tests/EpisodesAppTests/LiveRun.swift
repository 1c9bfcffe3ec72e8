import Foundation

/// A long run of the built `episodes`, with its own home.
final class LiveRun {
    let home: String
    private let process = Process()
    private let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())

    init(_ arguments: [String], home: String? = nil, environment: [String: String] = [:]) throws {
        let home =
            home ?? FileManager.default.temporaryDirectory.appending(path: "episodes-home-\(UUID().uuidString)").path
        self.home = home
        try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
        process.executableURL = Run.binary
        process.arguments = arguments
        process.currentDirectoryURL = URL(filePath: home)
        process.environment = ["SWIFT_BACKTRACE": "enable=no", "HOME": home, "TMPDIR": home].merging(environment) { $1 }
        process.standardInput = stdin
        process.standardOutput = stdout
        process.standardError = stderr
        try process.run()
    }

    deinit {
        if process.isRunning { kill() }
        try? FileManager.default.removeItem(atPath: home)
    }

    var processIdentifier: Int32 { process.processIdentifier }

    /// Types a line.
    func type(_ line: String) throws { try stdin.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8)) }

    /// The output up to and including `end`; less where the app exits before.
    func read(until end: String) async -> String {
        let reading = stdout.fileHandleForReading
        // On a thread of its own, because other tests need the shared ones.
        return await withCheckedContinuation { done in
            Thread {
                var bytes: [UInt8] = []
                while !bytes.reversed().starts(with: end.utf8.reversed()) {
                    let more = reading.readData(ofLength: 1)
                    if more.isEmpty { break }
                    bytes += more
                }
                done.resume(returning: String(decoding: bytes, as: UTF8.self))
            }.start()
        }
    }

    /// All output, read on a thread of its own.
    private func text(of pipe: Pipe) async -> String {
        let reading = pipe.fileHandleForReading
        return await withCheckedContinuation { done in
            Thread { done.resume(returning: String(decoding: reading.readDataToEndOfFile(), as: UTF8.self)) }.start()
        }
    }

    /// Sends SIGKILL.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Sends a signal.
    func send(_ signal: Int32) { Foundation.kill(process.processIdentifier, signal) }

    /// Sends a signal, and waits until the app exits.
    ///
    /// - Returns: The standard error, and the signal that ended the app, or nil with its exit status.
    func end(by signal: Int32) async -> (errors: String, signal: Int32?, status: Int32) {
        send(signal)
        return await ended()
    }

    /// Waits until a signal that was sent before ends the app.
    func ended() async -> (errors: String, signal: Int32?, status: Int32) {
        let errors = await text(of: stderr)
        process.waitUntilExit()
        let status = process.terminationStatus
        return (errors, process.terminationReason == .uncaughtSignal ? status : nil, status)
    }

    /// Ends the input, and waits.
    ///
    /// - Returns: The rest of the output, and the exit status.
    func end() async throws -> (output: String, errors: String, status: Int32) {
        try stdin.fileHandleForWriting.close()
        let output = await read(until: "\0")
        let errors = await text(of: stderr)
        process.waitUntilExit()
        return (output, errors, process.terminationStatus)
    }
}
