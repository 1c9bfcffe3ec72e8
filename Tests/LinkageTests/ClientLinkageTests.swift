import Foundation
import Testing

/// An app that adopts `TimelineKit` gets the toolchain's libraries and ours, and nothing else. A build proves it.
struct ClientLinkageTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    @Test func anAppThatRecordsLinksTheToolchainAndFourModules() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "timeline-client-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let sources = folder.appending(path: "Sources/Client")
        try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
        try manifest.write(to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
        try client.write(to: sources.appending(path: "main.swift"), atomically: true, encoding: .utf8)
        try replay.write(to: sources.appending(path: "Replay.swift"), atomically: true, encoding: .utf8)

        let built = try run("/usr/bin/env", ["swift", "build", "--package-path", folder.path(percentEncoded: false)])
        try #require(built.status == 0, "\(built.output)")

        let products = folder.appending(path: ".build/debug")
        let client = products.appending(path: "Client").path(percentEncoded: false)
        #expect(try run(client, []).output == "2\n")

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
            let needed = try run("/usr/bin/env", ["readelf", "-d", client]).output
                .split(separator: "\n").filter { $0.contains("(NEEDED)") }
                .compactMap { $0.split(separator: "[").last?.dropLast() }.map(String.init)
            let toolchain = [
                "libswift", "libFoundationEssentials.", "lib_FoundationCollections.", "libdispatch.",
                "libBlocksRuntime.", "libc.", "libm.", "libgcc_s.", "libstdc++.", "ld-linux",
            ]
            #expect(needed.filter { library in !toolchain.contains { library.hasPrefix($0) } } == [])
            #expect(!needed.isEmpty)
        #endif
    }

    private var manifest: String {
        let path = Self.root.path(percentEncoded: false)
        return """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(
                name: "Client",
                platforms: [.macOS(.v15)],
                dependencies: [.package(name: "timeline", path: "\(path)")],
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
            var replayer = try Replayer(Sum(), opening: path, fresh: true)
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
                lines.append("\\(divergence.isOfCodingAlone)")
            }
            return lines
        }
        """

    private func run(_ executable: String, _ arguments: [String]) throws -> (status: Int32, output: String) {
        let process = Process()
        process.executableURL = URL(filePath: executable)
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
}
