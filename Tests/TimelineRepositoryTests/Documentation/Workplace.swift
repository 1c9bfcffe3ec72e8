import Foundation
import TimelineTestSupport

/// A folder to try documented commands in: the built tools on the `PATH`, and the project's fixtures.
final class Workplace {
    /// Where `timeline` and `episodes` were built: beside the tests.
    private static let binaries = TestTools.folder

    let folder: TemporaryFolder

    /// What the pages call port 4000: the one that the system chose for the app that serves.
    private var port = "4000"
    /// Apps and servers that keep running, as in another terminal.
    private var apps: [(process: TestProcess, isServer: Bool)] = []

    init() throws {
        folder = TemporaryFolder()
        try folder.link("Fixtures", to: Repository.root + "Fixtures")
    }

    func write(_ text: String, to name: String) throws { try folder.write(text.utf8, to: name) }

    /// What a command wrote to standard output and standard error, and its exit status.
    ///
    /// An app with a host runs until the workplace is released. It has started when this returns, with its output so far.
    func run(_ command: String) throws -> Finished {
        var finished = try start(
            command.replacing("--serve 4000", with: "--serve 0").replacing("127.0.0.1:4000", with: "127.0.0.1:\(port)"))
        if let place = finished.output.firstMatch(of: /serving at http:\/\/127\.0\.0\.1:(\d+)/) {
            port = String(place.1)
        }
        finished.output = finished.output.replacing(folder.path, with: "/home/ann")
            .replacing("127.0.0.1:\(port)", with: "127.0.0.1:4000").replacing("/\(port).token", with: "/4000.token")
            .replacing(/127\.0\.0\.1:\d+\/#token=[0-9a-f]{64}/, with: Self.servedAddress)
        return finished
    }

    /// The address that pages show for one that `timeline serve` prints, whose port and token are new each time.
    private static let servedAddress =
        "127.0.0.1:49213/#token=1f3a9c5e7b2d4f608a1c3e5f7092b4d6c8ea0f1d3b5c7e9fa2b4c6d8e0f12345"

    private func start(_ command: String) throws -> Finished {
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = "\(Self.binaries):\(environment["PATH"] ?? "/usr/bin:/bin")"
        for name in ["TIMELINE_PROGRAM", "TIMELINE_RECORD", "NO_COLOR"] { environment[name] = nil }
        // Only these look there for anything, or put anything there.
        if command.contains(/--serve|127\.0\.0\.1:/) { environment["HOME"] = folder.path }
        let isServer = command.hasPrefix("timeline serve")
        let process = try TestProcess(
            ["/bin/sh", "-c", isServer ? "exec \(command)" : command], in: folder.path, environment: environment,
            input: .pipe)
        if isServer || command.contains("--serve") {
            apps.append((process, isServer))
            // An app has started when its first screen is shown.
            return Finished(output: process.output(after: 0, through: isServer ? "\n" : "refresh)\n\n"))
        }
        process.closeInput()
        return try process.finished(within: .seconds(300))
    }

    /// Ends what still runs: apps at the end of their input, servers by control-C.
    deinit {
        for app in apps {
            app.process.closeInput()
            if app.isServer { app.process.signal(SIGINT) }
            _ = try? app.process.waitForStatus()
        }
    }
}
