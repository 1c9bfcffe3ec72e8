import Foundation

/// Instances of the example app that keep running while a test tries other commands. Each `Workplace` has its own.
final class BackgroundApps {
    private var apps: [(process: Process, input: Pipe)] = []

    /// Starts an app.
    ///
    /// - Returns: The app's output up to the end of its first screen.
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

    /// Closes the apps' standard inputs, and waits until the apps exit.
    func end() {
        for app in apps {
            try? app.input.fileHandleForWriting.close()
            app.process.waitUntilExit()
        }
        apps = []
    }
}
