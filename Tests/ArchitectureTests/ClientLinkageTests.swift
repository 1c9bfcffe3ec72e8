import Foundation
import Testing

/// An app that adopts `TimelineKit` gets the toolchain's libraries and ours, and nothing else. A build proves it.
///
/// The app depends on a repository, because a package in a folder has the traits of this package's own development.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: Repository.root + ".git"), "this is not a repository"))
struct ClientLinkageTests {
    @Test func anAppThatRecordsResolvesNoPackageAndLinksTheToolchainAndFourModules() throws {
        let folder = try Client.make(traits: "")
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try Client.packages(in: folder) == [])

        let sources = folder.appending(path: "Sources/Client")
        try client.write(to: sources.appending(path: "main.swift"), atomically: true, encoding: .utf8)
        try replay.write(to: sources.appending(path: "Replay.swift"), atomically: true, encoding: .utf8)
        let built = try run([
            "swift", "build", "--disable-dependency-cache", "--package-path", folder.path(percentEncoded: false),
        ])
        try #require(built.status == 0, "\(built.output)")

        let products = folder.appending(path: ".build/debug")
        let client = products.appending(path: "Client").path(percentEncoded: false)
        #expect(try run([client]).output == "2\n")

        // The compiled modules are ours and its own, and nobody else's.
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

    @Test(arguments: [
        ("Remote", ["flyingfox"]), ("Tool", ["flyingfox", "swift-argument-parser"]),
    ])
    func aTraitResolvesThePackagesThatItNeeds(trait: String, packages: [String]) throws {
        let folder = try Client.make(traits: ", traits: [\"\(trait)\"]")
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(try Client.packages(in: folder).sorted() == packages)
    }

    /// What tools and live features use, and no app needs to record.
    private static let forOthers = [
        "Salvage", "JournalRedactor", "IRegexp", "JSONPatch", "JSONCondition", "TimeTraveler",
        "HotReload", "Replica", "StoreCore",
    ]

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

/// An app in a package of its own.
private enum Client {
    /// Makes a folder with the package and, as its dependency, a repository with the files of this one, committed or not.
    static func make(traits: String) throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "timeline-client-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "Sources/Client"), withIntermediateDirectories: true)
        try FileManager.default.createDirectory(
            at: folder.appending(path: ".swiftpm/configuration"), withIntermediateDirectories: true)
        let manifest = """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(
                name: "Client",
                platforms: [.macOS(.v15)],
                dependencies: [
                    .package(url: "file://\(folder.path(percentEncoded: false))/timeline", branch: "main"\(traits))
                ],
                targets: [
                    .executableTarget(
                        name: "Client", dependencies: [.product(name: "TimelineKit", package: "timeline")])
                ]
            )
            """
        try manifest.write(to: folder.appending(path: "Package.swift"), atomically: true, encoding: .utf8)
        try "".write(to: folder.appending(path: "Sources/Client/main.swift"), atomically: true, encoding: .utf8)
        try mirrors.write(to: folder.appending(path: ".swiftpm/configuration/mirrors.json"), options: .atomic)
        let script = """
            set -e
            mkdir "$2/timeline"
            cd "$1"
            git ls-files -z --cached --others --exclude-standard | tar -c --null -T - 2>/dev/null | tar -x -C "$2/timeline"
            cd "$2/timeline"
            git init --quiet --initial-branch main
            git add --all
            git -c user.name=test -c user.email=test@localhost commit --quiet --message "The work tree"
            """
        let made = try run(["sh", "-c", script, "sh", Repository.root, folder.path(percentEncoded: false)])
        try #require(made.status == 0, "\(made.output)")
        return folder
    }

    /// The packages that were fetched to build these tests, so that the network is not needed again.
    private static var mirrors: Data {
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

    /// The names of the packages that are resolved for the app, besides this one.
    static func packages(in folder: URL) throws -> Set<String> {
        let shown = try run(
            [
                "swift", "package", "--disable-dependency-cache", "--package-path",
                folder.path(percentEncoded: false), "show-dependencies", "--format", "flatlist",
            ], joinsErrors: false)
        let names = Set(shown.output.split(separator: "\n").map { $0.lowercased() })
        try #require(shown.status == 0 && names.contains("timeline"), "\(shown.output)")
        return names.subtracting(["timeline"])
    }
}
