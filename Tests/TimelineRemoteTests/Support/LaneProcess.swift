import Foundation

/// An instance of `lane-app`, in a process of its own.
final class LaneProcess {
    private let process = Process()
    private let (input, output) = (Pipe(), Pipe())

    private static let app: String = {
        #if os(macOS)
            Bundle(for: LaneProcess.self).bundleURL.deletingLastPathComponent().appending(path: "lane-app").path
        #else
            URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "lane-app").path
        #endif
    }()

    init(_ arguments: [String], token: String? = nil) throws {
        process.executableURL = URL(filePath: Self.app)
        process.arguments = arguments
        if let token {
            process.environment = ProcessInfo.processInfo.environment.merging(["TIMELINE_TOKEN": token]) { $1 }
        }
        process.standardInput = input
        process.standardOutput = output
        try process.run()
    }

    var id: Int32 { process.processIdentifier }

    deinit { if process.isRunning { kill(process.processIdentifier, SIGKILL) } }

    /// Sends a blank line to its input.
    func ask() throws { try input.fileHandleForWriting.write(contentsOf: Data("\n".utf8)) }

    /// The next line of its output, or the rest if it ends before.
    func line() async -> String {
        let reading = output.fileHandleForReading
        // On its own thread, so that it does not block one that tests share.
        return await withCheckedContinuation { done in
            Thread {
                var bytes: [UInt8] = []
                while case let more = reading.readData(ofLength: 1), !more.isEmpty, more[0] != 0x0A { bytes += more }
                done.resume(returning: String(decoding: bytes, as: UTF8.self))
            }.start()
        }
    }

    /// Closes its input, and waits for its exit.
    func end() -> Int32 {
        try? input.fileHandleForWriting.close()
        process.waitUntilExit()
        return process.terminationStatus
    }
}
