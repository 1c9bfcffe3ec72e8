import Foundation
import TimelineTestSupport

/// A folder to try documented commands in: the built tools on the `PATH`, and the project's fixtures.
final class Workplace {
    /// Where `timeline` and `episodes` were built: beside the tests.
    private static let binaries = TestTools.folder

    /// Whether commands that pipe into `jq` can be tried.
    static let hasJQ = FileManager.default.isExecutableFile(atPath: "/usr/bin/jq")

    let folder: URL

    /// What the pages call port 4000: one that is free here.
    private let port: String
    /// Apps and servers that keep running, as in another terminal.
    private var apps: [(process: TestProcess, isServer: Bool)] = []

    init() throws {
        port = "\(try FreePort.find())"
        folder = FileManager.default.temporaryDirectory.appending(path: "timeline-docs-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "Fixtures"), withDestinationURL: Repository.url.appending(path: "Fixtures"))
    }

    func write(_ text: String, to name: String) throws {
        try text.write(to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }

    /// What a command wrote to standard output, and its exit status.
    ///
    /// An app with a host runs until the workplace is closed. It has started when this returns, with its output so far.
    func run(_ command: String) throws -> (output: String, status: Int32) {
        let (output, status) = try start(command.replacing("4000", with: port))
        let shown = output.replacing(home, with: "/home/ann").replacing(port, with: "4000")
            .replacing(/127\.0\.0\.1:\d+\/#token=[0-9a-f]{64}/, with: Self.servedAddress)
        return (shown, status)
    }

    /// The address that pages show for one that `timeline serve` prints, whose port and token are new each time.
    private static let servedAddress =
        "127.0.0.1:49213/#token=1f3a9c5e7b2d4f608a1c3e5f7092b4d6c8ea0f1d3b5c7e9fa2b4c6d8e0f12345"

    /// Where tokens of hosts are kept.
    private var home: String { folder.path(percentEncoded: false) }

    private func start(_ command: String) throws -> (output: String, status: Int32) {
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = "\(Self.binaries):\(environment["PATH"] ?? "/usr/bin:/bin")"
        for name in ["TIMELINE_PROGRAM", "TIMELINE_RECORD", "NO_COLOR"] { environment[name] = nil }
        // Only these look there for anything, or put anything there.
        if command.contains(port) { environment["HOME"] = home }
        let isServer = command.hasPrefix("timeline serve")
        let process = try TestProcess(
            ["/bin/sh", "-c", isServer ? "exec \(command)" : command], in: folder.path, environment: environment,
            input: .pipe)
        if isServer || command.contains("--serve") {
            apps.append((process, isServer))
            // An app has started when its first screen is shown.
            return (process.output(after: 0, through: isServer ? "\n" : "refresh)\n\n"), 0)
        }
        process.closeInput()
        let finished = try process.finished(within: .seconds(300))
        return (finished.output, finished.status)
    }

    /// Ends what still runs: apps at the end of their input, servers by control-C.
    func close() {
        for app in apps {
            app.process.closeInput()
            if app.isServer { app.process.signal(SIGINT) }
            _ = try? app.process.waitForStatus()
        }
        try? FileManager.default.removeItem(at: folder)
    }
}
