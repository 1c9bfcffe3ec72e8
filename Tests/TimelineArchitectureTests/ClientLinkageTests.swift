import Foundation
import Testing
import TimelineTestHarness

/// An app that adopts `TimelineKit` gets the toolchain's libraries and ours, and nothing else. A link proves it.
///
/// The app depends on a repository, because a package in a folder has the traits of this package's own development.
@Suite(
    .ownThreads,
    .enabled(if: FileManager.default.fileExists(atPath: Repository.root + ".git"), "this is not a repository"))
struct ClientLinkageTests {
    private static let modules = [
        "TimelineKit", "TimelineJournal", "TimelineSystem", "TimelineJSON", "CTimelineChecksum",
    ]

    @Test func anAppThatRecordsResolvesNoPackageAndLinksTheToolchainAndFiveModules() throws {
        let client = try Client()
        try client.writeManifest()
        #expect(try client.packages() == [])
        #expect(try client.modulesToLink() == Set(Self.modules + ["Client"]))

        try client.write(source, to: "main.swift")
        try client.write(replay, to: "Replay.swift")
        try client.link(Self.modules)
        #expect(try TestProcess.run([client.executable]).output == "2\n")

        #if os(Linux)
            let needed = try TestProcess.run(["readelf", "-d", client.executable]).output
                .split(separator: "\n").filter { $0.contains("(NEEDED)") }
                .compactMap { $0.split(separator: "[").last?.dropLast() }.map(String.init)
            let toolchain = [
                "libswift", "libFoundationEssentials.", "lib_FoundationCollections.", "libdispatch.",
                "libBlocksRuntime.", "libc.", "libm.", "libgcc_s.", "libstdc++.", "ld-linux",
            ]
            #expect(needed.filter { library in !toolchain.contains { library.hasPrefix($0) } } == [])
            #expect(!needed.isEmpty)

            // A name is demangled as `module.Name`, and may be followed by what it holds.
            let symbols = try TestProcess.run(["sh", "-c", "nm \"$0\" | swift demangle", client.executable]).output
            #expect(symbols.contains("TimelineKit.Recorder"))
            let linked = try Self.forOthers.filter { symbols.contains(try Regex("\\.\($0)\\b")) }
            #expect(linked == [])
        #endif
    }

    @Test func aTraitResolvesThePackagesThatItNeeds() throws {
        let client = try Client()
        for (trait, packages) in [("Remote", ["flyingfox"]), ("Tool", ["flyingfox", "swift-argument-parser"])] {
            try client.writeManifest(traits: ", traits: [\"\(trait)\"]")
            #expect(try client.packages().sorted() == packages, "\(trait)")
        }
    }

    /// What tools and live features use, and no app needs to record.
    private static let forOthers = [
        "Salvage", "JournalRedactor", "IRegexp", "JSONPatch", "JSONCondition", "TimeTraveler",
        "HotReload", "Replica", "StoreCore",
    ]

    private let source = """
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

/// An app in a package of its own.
private final class Client {
    let folder: String
    var executable: String { "\(folder)/Client" }

    /// Its dependency is a repository with the files of this one, committed or not.
    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "timeline-client-\(UUID().uuidString)").path
        for name in ["Sources/Client", ".swiftpm/configuration", "timeline"] {
            try FileManager.default.createDirectory(atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        try mirrors.write(to: URL(filePath: "\(folder)/.swiftpm/configuration/mirrors.json"), options: .atomic)
        let script = """
            set -e
            cd "$0"
            git ls-files -z --cached --others --exclude-standard | tar -c --null -T - 2>/dev/null | tar -x -C "$1/timeline"
            cd "$1/timeline"
            git init --quiet --initial-branch main
            git add --all
            git -c user.name=test -c user.email=test@localhost commit --quiet --message "The work tree"
            """
        let made = try TestProcess.run(["sh", "-c", script, Repository.root, folder], within: .seconds(300))
        try #require(made.status == 0, "\(made)")
        try write("", to: "main.swift")
    }

    func write(_ text: String, to file: String) throws {
        try text.write(toFile: "\(folder)/Sources/Client/\(file)", atomically: true, encoding: .utf8)
    }

    func writeManifest(traits: String = "") throws {
        let manifest = """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(
                name: "Client",
                platforms: [.macOS(.v15)],
                dependencies: [.package(url: "file://\(folder)/timeline", branch: "main"\(traits))],
                targets: [
                    .executableTarget(
                        name: "Client", dependencies: [.product(name: "TimelineKit", package: "timeline")])
                ]
            )
            """
        try manifest.write(toFile: "\(folder)/Package.swift", atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    /// The packages that were fetched to build these tests, so that the network is not needed again.
    private var mirrors: Data {
        get throws {
            let packages = [
                "swift-argument-parser": "https://github.com/apple/swift-argument-parser",
                "FlyingFox": "https://github.com/swhitty/FlyingFox",
            ]
            let fetched = packages.map { (url: $0.value, checkout: "\(Repository.root).build/checkouts/\($0.key)") }
                .filter { FileManager.default.fileExists(atPath: $0.checkout) }
            let mirrors = fetched.map { ["original": $0.url, "mirror": "file://\($0.checkout)"] }
            return try JSONSerialization.data(withJSONObject: ["version": 1, "object": mirrors])
        }
    }

    private func swift(_ command: String, _ arguments: String...) throws -> String {
        let words = ["swift", command, "--disable-dependency-cache", "--package-path", folder] + arguments
        let run = try TestProcess.run(words, within: .seconds(300))
        try #require(run.status == 0, "\(run)")
        return run.output
    }

    /// The names of the packages that are resolved for the app, besides this one.
    func packages() throws -> Set<String> {
        let shown = try swift("package", "show-dependencies", "--format", "flatlist")
        let names = Set(shown.split(separator: "\n").map { $0.lowercased() })
        try #require(names.contains("timeline"), "\(shown)")
        return names.subtracting(["timeline"])
    }

    /// The modules whose objects a build of the app links. The build is planned, which refuses settings that a dependency may
    /// not have.
    func modulesToLink() throws -> Set<String> {
        _ = try swift("build", "--print-manifest-job-graph")
        let plan = try String(contentsOfFile: "\(folder)/.build/debug.yaml", encoding: .utf8).split(separator: "\n")
        let link = try #require(plan.firstIndex { $0.hasSuffix("/Client.product/Objects.LinkFileList\":") })
        return Set(plan[link + 2].matches(of: /\/(\w+)\.build\//).map { String($0.1) })
    }

    /// Links the app with the objects of these modules from the build of these tests, which takes less than a build.
    func link(_ modules: [String]) throws {
        let products = TestTools.folder
        let list = try String(contentsOfFile: "\(products)/timeline.product/Objects.LinkFileList", encoding: .utf8)
        let objects = list.split(separator: "\n").filter { object in
            modules.contains { object.contains("/\($0).build/") }
        }
        let map = "\(Repository.root)Sources/CTimelineChecksum/include/module.modulemap"
        let run = try TestProcess.run(
            [
                "swiftc", "-swift-version", "6", "-module-name", "Client", "-I", "\(products)/Modules",
                "-Xcc", "-fmodule-map-file=\(map)", "Sources/Client/main.swift", "Sources/Client/Replay.swift", "-o",
                executable,
            ] + objects.map(String.init), in: folder, within: .seconds(300))
        try #require(run.status == 0, "\(run)")
    }
}
