import Foundation

/// Commands that keep running while a test tries others: instances of the example app, and `timeline serve`. Each `Workplace`
/// has its own.
final class BackgroundApps {
    private var apps: [(process: Process, input: Pipe)] = []

    /// Starts an app.
    ///
    /// - Parameter end: The end of the output to wait for: by default, the end of the example's first screen.
    /// - Returns: The app's output up to there.
    func start(_ process: Process, writingTo output: Pipe, until end: String = "refresh)\n\n") throws -> String {
        let input = Pipe()
        process.standardInput = input
        try process.run()
        apps.append((process, input))
        var bytes: [UInt8] = []
        while !bytes.reversed().starts(with: end.utf8.reversed()) {
            let more = output.fileHandleForReading.readData(ofLength: 1)
            if more.isEmpty { break }
            bytes += more
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Closes the apps' standard inputs, presses control-C where that does not end them, and waits until the apps exit.
    func end() {
        for app in apps {
            try? app.input.fileHandleForWriting.close()
            if app.process.arguments?.last?.contains("timeline serve") == true { app.process.interrupt() }
            app.process.waitUntilExit()
        }
        apps = []
    }
}
