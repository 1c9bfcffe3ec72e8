import Foundation
import Testing
import TimelineTestSupport

/// `TimelineSystem` as Apple's systems compile it, type-checked on Linux against the declarations in `Darwin`. Its conditions on the
/// system become flags of the compiler. This proves names, types and availability of what it calls, and not how it behaves.
@Suite(.ownThreads, .enabled(if: isLinux, "the system's own declarations are checked by the build"))
struct DarwinTests {
    private static let declarations = Repository.root + "Tests/TimelineRepositoryTests/Architecture/Darwin"

    @Test(arguments: ["macOS", "iOS", "tvOS", "visionOS"]) func theSystemModuleCompiles(system: String) throws {
        let sources = try Repository.files(in: "Sources/TimelineSystem").map { file in
            (name: file.path.replacing("/", with: "-"), text: file.lines.joined(separator: "\n"))
        }
        #expect(try errors(in: sources, on: system) == [])
    }

    /// What the check is for: each of these compiled on Linux.
    @Test(arguments: [
        ("tvOS", "let a = execv(\"/a\", [nil])", "'execv' is unavailable: unavailable on tvOS and watchOS"),
        (
            "macOS", "let a = _NSGetExecutablePath",
            "cannot find '_NSGetExecutablePath' in scope"
        ),
        ("iOS", "let a = send(1, nil, 0, Int32(MSG_NOSIGNAL))", "cannot find 'MSG_NOSIGNAL' in scope"),
        ("macOS", "let a: UInt32 = stat().st_mode", "cannot convert value of type 'mode_t' (aka 'UInt16')"),
        ("iOS", "#if os(iOS) && !canImport(Glibc)\nlet a = EPOLLIN\n#endif", "cannot find 'EPOLLIN' in scope"),
    ])
    func aMistakeIsFound(system: String, code: String, error: String) throws {
        let found = try errors(in: [("main.swift", "internal import Darwin\n\(code)")], on: system)
        #expect(found.count == 1 && found[0].contains(error), "\(found)")
    }

    private func errors(in sources: [(name: String, text: String)], on system: String) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "timeline-darwin-\(UUID())").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (name, text) in sources {
            let conditions = text.replacing(#/canImport\((Glibc|Musl)\)|\bos\((\w+)\)/#) {
                "SYSTEM_\($0.1 ?? $0.2 ?? "")"
            }
            try conditions.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }
        for module in ["Dispatch", "Synchronization"] {
            let made = try TestProcess.run(
                [
                    "swiftc", "-emit-module", "-parse-as-library", "-module-name", module,
                    "\(Self.declarations)/\(module).swift", "-o", "\(folder)/\(module).swiftmodule",
                ], within: .seconds(300))
            try #require(made.status == 0, "\(made)")
        }
        let features = ["MemberImportVisibility", "InternalImportsByDefault", "ExistentialAny"]
        let checked = try TestProcess.run(
            [
                "swiftc", "-typecheck", "-swift-version", "6", "-module-name", "TimelineSystem", "-package-name",
                "timeline", "-I", folder, "-I", Self.declarations, "-D", "SYSTEM_\(system)", "-Xcc",
                "-DSYSTEM_\(system)=1", "\(Self.declarations)/Overlay.swift",
            ] + features.flatMap { ["-enable-upcoming-feature", $0] } + sources.map { "\(folder)/\($0.name)" },
            within: .seconds(300))
        let lines = checked.errors.split(separator: "\n").map(String.init)
        let errors = lines.filter { $0.contains(": error: ") || $0.contains(": warning: ") }
        try #require(checked.status == 0 || !errors.isEmpty, "\(checked)")
        return errors.map { $0.replacing("\(folder)/", with: "") }
    }
}

private let isLinux: Bool = {
    #if os(Linux)
        true
    #else
        false
    #endif
}()
