import Foundation
import Testing
import TimelineTestSupport

/// The folders `System`, in one module, as Apple's systems compile them, type-checked on Linux against the declarations
/// in `Darwin`. Conditions on the system become flags of the compiler. This proves names, types and availability of what they call, and
/// not how it behaves.
@Suite(.ownThreads, .enabled(if: isLinux, "the system's own declarations are checked by the build"))
struct DarwinTests {
    private static let declarations = Repository.root + "Tests/TimelineRepositoryTests/Architecture/Darwin"

    /// With the modules that Linux has otherwise.
    private let folder: TemporaryFolder

    init() throws {
        folder = TemporaryFolder()
        for module in ["Dispatch", "Synchronization"] {
            let made = try TestProcess.run(
                [
                    "swiftc", "-emit-module", "-parse-as-library", "-module-name", module,
                    "\(Self.declarations)/\(module).swift", "-o", folder.file("\(module).swiftmodule"),
                ], within: .seconds(300))
            try #require(made.status == 0, "\(made)")
        }
    }

    @Test func codeForTheSystemCompiles() throws {
        let sources = try Repository.files(in: "Sources").filter { $0.path.contains("System/") }.map { file in
            let lines = file.lines.map {
                $0.replacing("import TimelineLibc", with: "import Darwin; internal import MachO.dyld")
            }
            .filter { !$0.contains(" import Timeline") }
            return (name: file.path.replacing("/", with: "-"), text: lines.joined(separator: "\n"))
        }
        for system in ["macOS", "iOS", "tvOS", "visionOS"] { #expect(try errors(in: sources, on: system) == []) }
    }

    /// What the check is for: each of these compiled on Linux.
    @Test func eachMistakeIsFound() throws {
        let mistakes = [
            "tvOS": [
                ("private let a = execv(\"/a\", [nil])", "'execv' is unavailable: unavailable on tvOS and watchOS")
            ],
            "macOS": [
                ("private let a = _NSGetExecutablePath", "cannot find '_NSGetExecutablePath' in scope"),
                ("private let a: UInt32 = stat().st_mode", "cannot convert value of type 'mode_t' (aka 'UInt16')"),
            ],
            "iOS": [
                ("private let a = send(1, nil, 0, Int32(MSG_NOSIGNAL))", "cannot find 'MSG_NOSIGNAL' in scope"),
                ("#if os(iOS) && !canImport(Glibc)\nprivate let a = EPOLLIN\n#endif", "cannot find 'EPOLLIN' in scope"),
            ],
        ]
        for (system, mistakes) in mistakes {
            let files = mistakes.indices.map {
                (name: "\($0).swift", text: "internal import Darwin\n\(mistakes[$0].0)")
            }
            let found = try errors(in: files, on: system)
            #expect(found.count == mistakes.count, "\(found)")
            for (_, error) in mistakes { #expect(found.contains { $0.contains(error) }, "\(found)") }
        }
    }

    private func errors(in sources: [(name: String, text: String)], on system: String) throws -> [String] {
        for (name, text) in sources {
            let conditions = text.replacing(#/canImport\((Glibc|Musl)\)|\bos\((\w+)\)/#) {
                "SYSTEM_\($0.1 ?? $0.2 ?? "")"
            }
            try folder.write(conditions.utf8, to: name)
        }
        let features = ["MemberImportVisibility", "InternalImportsByDefault", "ExistentialAny"]
        let checked = try TestProcess.run(
            [
                "swiftc", "-typecheck", "-wmo", "-continue-building-after-errors", "-swift-version", "6",
                "-module-name", "System", "-package-name", "timeline", "-I", folder.path,
                "-I", Self.declarations, "-I", "\(Repository.root)Sources/CTimeline/include",
                "-D", "SYSTEM_\(system)", "-Xcc", "-DSYSTEM_\(system)=1", "\(Self.declarations)/Overlay.swift",
            ] + features.flatMap { ["-enable-upcoming-feature", $0] } + sources.map { folder.file($0.name) },
            within: .seconds(300))
        let lines = checked.errors.split(separator: "\n").map(String.init)
        let errors = lines.filter { $0.contains(": error: ") || $0.contains(": warning: ") }
        try #require(checked.status == 0 || !errors.isEmpty, "\(checked)")
        return errors.map { $0.replacing("\(folder.path)/", with: "") }
    }
}

private let isLinux: Bool = {
    #if os(Linux)
        true
    #else
        false
    #endif
}()
