import Foundation
import TimelineTestSupport

/// Compiles files that `timeline test` wrote, and runs them, as a package with a test target of its own would.
struct GeneratedTests {
    struct CompileError: Error, CustomStringConvertible {
        let description: String
    }

    /// The modules that tests import, with those that they need.
    private static let modules = [
        "TimelineTesting", "TimelineDebugger", "TimelineReplay", "TimelineStore", "TimelineNavigation", "TimelineKit",
        "CTimeline",
    ]

    /// Runs the tests that it is linked with.
    private static let runner = """
        import Testing

        @main enum Runner {
            static func main() async { await Testing.__swiftPMEntryPoint() as Never }
        }
        """

    private static let flags =
        [
            "-parse-as-library", "-swift-version", "6", "-Onone", "-wmo", "-enable-testing", "-suppress-warnings",
            "-enable-upcoming-feature", "MemberImportVisibility", "-enable-upcoming-feature",
            "InternalImportsByDefault",
            "-enable-upcoming-feature", "ExistentialAny", "-I", "\(TestTools.beside)/Modules", "-Xcc",
            "-fmodule-map-file=\(Sandbox.fixtures)/../Sources/CTimeline/include/module.modulemap",
        ]

    private let sandbox: Sandbox

    /// Compiles the tests against the example as it is.
    ///
    /// - Parameter files: The tests, by the names of their files.
    init(_ files: [String: String]) throws {
        sandbox = Sandbox(files)
        try sandbox.write(Self.runner, to: "Runner.swift")
        let sources = files.keys.sorted() + ["Runner.swift"]
        try swiftc(["-c", "-module-name", "GeneratedTests", "-o", "GeneratedTests.o"] + sources)
    }

    /// Links the tests with the example as it is.
    func run() throws -> Finished { try run("buggy", with: Self.objects(of: "EpisodesCore")) }

    /// Links the tests with the example without its bugs, whose types are the same.
    func runMended() throws -> Finished {
        let folder = "\(sandbox.folder)/mended"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let sources = try MendedEpisodes.write(to: folder)
        try swiftc(["-c", "-module-name", "EpisodesCore", "-o", "EpisodesCore.o"] + sources)
        return try run("mended", with: ["EpisodesCore.o"])
    }

    /// The result of the tests: their number, and the names of those that failed with what they found.
    private func run(_ name: String, with example: [String]) throws -> Finished {
        let path = "\(sandbox.folder)/\(name).tests"
        try swiftc(["-o", path, "GeneratedTests.o"] + example + Self.modules.flatMap(Self.objects))
        return try sandbox.run([], with: path, timeout: .seconds(60))
    }

    private func swiftc(_ arguments: [String]) throws {
        let finished = try sandbox.run(
            ["swiftc"] + Self.flags + arguments, with: "/usr/bin/env",
            environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"],
            timeout: .seconds(240))
        guard finished.status == 0 else { throw CompileError(description: finished.description) }
    }

    /// The objects of a module, without those of sources that were removed or renamed since.
    private static func objects(of module: String) -> [String] {
        let folder = "\(TestTools.beside)/\(module).build"
        let sources = files(in: "\(Sandbox.fixtures)/../Sources/\(module)") + files(in: "\(folder)/DerivedSources")
        let names = Set(sources.map { "\($0.split(separator: "/").last ?? "").o" })
        return files(in: folder).filter {
            $0.hasSuffix(".o") && names.contains($0.split(separator: "/").last.map(String.init) ?? "")
        }
        .sorted().map { "\(folder)/\($0)" }
    }

    private static func files(in folder: String) -> [String] {
        FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    }
}
