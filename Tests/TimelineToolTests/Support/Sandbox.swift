import Foundation
import Testing
import TimelineTestSupport

/// A temporary folder to run the built tools in, with only the environment variables named here.
final class Sandbox: Sendable {
    /// Where the tools work.
    let folder: String
    private let scratch = TemporaryFolder()
    private var root: String { scratch.path }

    static let tools = TestTools.folder

    /// The project's own recordings.
    static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures").path

    /// - Parameter files: The files of the folder, by relative path.
    init(_ files: [String: String] = [:]) {
        folder = scratch.file("work")
        do {
            for name in ["work", "tmp"] {
                try FileManager.default.createDirectory(atPath: scratch.file(name), withIntermediateDirectories: true)
            }
            for (name, text) in files { try write(text, to: name) }
        } catch { preconditionFailure("no sandbox can be made: \(error)") }
    }

    /// With the same files, at the same names.
    func copy() throws -> Sandbox {
        let copy = Sandbox()
        try FileManager.default.removeItem(atPath: copy.folder)
        try FileManager.default.copyItem(atPath: folder, toPath: copy.folder)
        return copy
    }

    // MARK: - Files

    func write(_ text: String, to name: String) throws { try write(Data(text.utf8), to: name) }

    func write(_ bytes: Data, to name: String) throws {
        let path = URL(fileURLWithPath: "\(folder)/\(name)")
        try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try bytes.write(to: path)
    }

    func read(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")), as: UTF8.self)
    }

    /// The bytes of all files below the folder, and of those that a tool left in its temporary folder, by path.
    func files() -> [String: Data] {
        var found: [String: Data] = [:]
        for place in ["work", "tmp"] {
            for name in FileManager.default.enumerator(atPath: "\(root)/\(place)")?.compactMap({ $0 as? String }) ?? []
            {
                var isFolder: ObjCBool = false
                let path = "\(root)/\(place)/\(name)"
                guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
                    continue
                }
                found[place == "work" ? name : "tmp/\(name)"] = FileManager.default.contents(atPath: path)
            }
        }
        return found
    }

    // MARK: - Running

    /// Runs one of the built tools, or a system command where the name begins with `/`.
    ///
    /// - Parameters:
    ///   - input: Its standard input.
    ///   - environment: Added to a `PATH` of the system's commands alone.
    ///   - during: Called with the process's number while it runs.
    func run(
        _ arguments: [String], with tool: String = "counter-timeline", input: String = "",
        environment: [String: String] = [:], timeout: Duration = .seconds(30),
        during: (pid_t) throws -> Void = { _ in }
    ) throws -> Finished {
        let file = "\(root)/\(UUID()).in"
        try Data(input.utf8).write(to: URL(fileURLWithPath: file))
        let process = try start(arguments, with: tool, environment: environment, input: .file(file))
        try during(process.id)
        return try process.finished(within: timeout)
    }

    /// Starts one of the built tools, which runs until it is ended.
    func start(
        _ arguments: [String], with tool: String = "counter-timeline", environment: [String: String] = [:],
        input: TestProcess.Input = .pipe
    ) throws -> TestProcess {
        try TestProcess(
            [Self.path(tool)] + arguments, in: folder, environment: self.environment(environment), input: input)
    }

    private static func path(_ tool: String) -> String { tool.hasPrefix("/") ? tool : "\(tools)/\(tool)" }

    /// Runs a shell command, with the tools on the `PATH`.
    func shell(_ line: String, input: String = "", environment: [String: String] = [:]) throws -> Finished {
        try run(["-c", line], with: "/bin/sh", input: input, environment: shellEnvironment.merging(environment) { $1 })
    }

    /// Runs a tool at a terminal: waits for each text in turn, and types the reply.
    ///
    /// - Returns: All that the terminal shows.
    func talk(
        _ arguments: [String], with tool: String = "counter-timeline", _ talk: [(awaited: String, typed: String)],
        environment: [String: String] = [:], columns: Int = 80
    ) throws -> Finished {
        let terminal = try PseudoTerminal(columns: columns)
        let process = try TestProcess(
            [Self.path(tool)] + arguments, in: folder, environment: self.environment(environment),
            terminal: terminal.path)
        terminal.release()
        for (awaited, typed) in talk {
            try terminal.await(awaited)
            terminal.type(typed)
        }
        terminal.readToEnd()
        return Finished(output: terminal.transcript, status: try process.waitForStatus())
    }

    /// Runs a shell command at a terminal, with the tools on the `PATH`.
    func shellAtTerminal(_ line: String) throws -> Finished {
        try talk(["-c", line], with: "/bin/bash", [], environment: shellEnvironment)
    }

    private var shellEnvironment: [String: String] { ["PATH": "\(folder):\(Self.tools):/usr/bin:/bin"] }

    private func environment(_ added: [String: String]) -> [String: String] {
        [
            "PATH": "/usr/bin:/bin", "TMPDIR": "\(root)/tmp", "LC_ALL": "C.UTF-8", "TIMELINE_INVOCATION": "timeline",
            // Swift's crash message differs from run to run.
            "SWIFT_BACKTRACE": "enable=no",
        ].merging(added) { $1 }
    }
}
