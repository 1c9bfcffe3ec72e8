import Foundation

/// Instances of the example that run while other commands are tried. Used by one test.
final class BackgroundApps {
    private var apps: [(process: Process, input: Pipe)] = []

    /// Starts one.
    ///
    /// - Returns: Its output up to the end of its first screen.
    func start(_ process: Process, writingTo output: Pipe) throws -> String {
        let input = Pipe()
        process.standardInput = input
        try process.run()
        apps.append((process, input))
        var bytes: [UInt8] = []
        while !bytes.reversed().starts(with: "refresh)\n\n".utf8.reversed()) {
            let more = output.fileHandleForReading.readData(ofLength: 1)
            if more.isEmpty { break }
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Ends their input, and waits until they have ended.
    func end() {
        for app in apps {
            try? app.input.fileHandleForWriting.close()
            app.process.waitUntilExit()
        }
        apps = []
    }
}
