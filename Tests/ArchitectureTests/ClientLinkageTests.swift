import Foundation
import Testing

/// An app that adopts `TimelineKit` gets the toolchain's libraries and ours, and nothing else. A build proves it.
struct ClientLinkageTests {
    @Test func anAppThatRecordsLinksTheToolchainAndFourModules() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "timeline-client-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let sources = folder.appending(path: "Sources/Client")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        try manifest.write(to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
        try client.write(to: sources.appending(path: "main.swift"), atomically: true, encoding: .utf8)
        try replay.write(to: sources.appending(path: "Replay.swift"), atomically: true, encoding: .utf8)

        let built = try run(["swift", "build", "--package-path", folder.path(percentEncoded: false)])
        try #require(built.status == 0, "\(built.output)")

        let products = folder.appending(path: ".build/debug")
        let client = products.appending(path: "Client").path(percentEncoded: false)
        #expect(try run([client]).output == "2\n")

        // What was compiled for it: our modules, its own, and nothing of anybody else's.
        let modules = try FileManager.default.contentsOfDirectory(
            atPath: products.appending(path: "Modules").path(percentEncoded: false)
        ).filter { $0.hasSuffix(".swiftmodule") }
        #expect(
            Set(modules) == [
                "Client.swiftmodule", "TimelineKit.swiftmodule", "TimelineJournal.swiftmodule",
                "TimelineSystem.swiftmodule", "TimelineJSON.swiftmodule",
            ])

        #if os(Linux)
            let needed = try run(["readelf", "-d", client]).output
                .split(separator: "\n").filter { $0.contains("(NEEDED)") }
                .compactMap { $0.split(separator: "[").last?.dropLast() }.map(String.init)
            let toolchain = [
                "libswift", "libFoundationEssentials.", "lib_FoundationCollections.", "libdispatch.",
                "libBlocksRuntime.", "libc.", "libm.", "libgcc_s.", "libstdc++.", "ld-linux",
            ]
            #expect(needed.filter { library in !toolchain.contains { library.hasPrefix($0) } } == [])
            #expect(!needed.isEmpty)

            // A name is demangled as `module.Name`, and may be followed by what it holds.
            let symbols = try run(["sh", "-c", "nm \"$1\" | swift demangle", "sh", client]).output
            #expect(symbols.contains("TimelineKit.Recorder"))
            let linked = try Self.forOthers.filter { symbols.contains(try Regex("\\.\($0)\\b")) }
            #expect(linked == [])
        #endif
    }

    /// What tools and live features use, and no app needs to record.
    private static let forOthers = [
        "Salvage", "JournalRedactor", "IRegexp", "JSONPatch", "JSONCondition", "TimeTraveler",
        "HotReload", "Replica", "StoreCore",
    ]

    private var manifest: String {
        return """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(
                name: "Client",
                platforms: [.macOS(.v15)],
                dependencies: [.package(name: "timeline", path: "\(Repository.root)")],
                targets: [
                    .executableTarget(
                        name: "Client", dependencies: [.product(name: "TimelineKit", package: "timeline")])
                ]
            )
            """
    }

    private let client = """
        import TimelineKit

        let recorder = Recorder<Int, Int>(program: Sum(), in: .requested)
        let reduce = recorder.recording { (state: inout Int, action: Int) in state += action }
        var state = 0
        reduce(&state, 2)
        print(state)
        recorder.finish()
        """

    /// What is public, and not only for this package: it has to compile.
    private let replay = """
        import TimelineKit

        struct Sum: Program {
            let name = "sum"
            let version = "1"
            let initialState = 0
            func reduce(_ state: inout Int, _ action: Int) { state += action }
        }

        func replay(_ path: String) throws(ReplayError) -> [String] {
            var replayer = try Replayer(program: Sum(), timeline: path, fresh: true)
            var lines = ["\\(replayer.first) to \\(replayer.last), \\(try replayer.state(at: 0)), \\(replayer.isFresh)"]
            while let step = try replayer.next() {
                switch step.kind {
                case .reduced(let action): lines.append("\\(step.seq) \\(action) \\(step.state)")
                case .set(let by): lines.append("\\(step.seq) \\(by) \\(step.state)")
                case .skipped(let steps, let reason): lines.append("\\(steps) \\(reason)")
                }
            }
            let counts = replayer.counts
            lines.append("\\(counts.replayed) \\(counts.sets) \\(counts.skipped) \\(counts.confirmed) \\(counts.steps)")
            if let divergence = replayer.divergence {
                lines.append("\\(divergence.agreedUpTo) \\(divergence.seq) \\(divergence.paths)")
                lines.append("\\(divergence.recorded) \\(divergence.replayed) \\(divergence.unstablePaths)")
                lines.append("\\(divergence.isOnlyAtUnstablePaths)")
            }
            return lines
        }
        """
}
