import Foundation
import Testing
import TimelineTestSupport

/// An app whose `Package.swift` is that of the README, word for word, and then declares more targets. SwiftPM builds it.
@Suite(
    .ownThreads,
    .enabled(if: FileManager.default.fileExists(atPath: Repository.root + ".git"), "this is not a repository"))
struct ClientLinkageTests {
    /// The dependency in the README, whose address is a mirror of a repository at a `file:` URL.
    private static let byURL = #"url: "https://github.com/OWNER/timeline", branch: "main""#
    private static let byPath = #"path: "timeline""#

    @Test func readmesPackageBuildsAndAnAppThatRecordsLinksTheToolchainAndTwoModules() throws {
        let client = try Client()
        try client.write(program, to: "CounterCore/CounterProgram.swift")
        try client.write(app, to: "CounterApp/main.swift")
        try client.write(tool, to: "counter-timeline/CounterTimeline.swift")
        try client.write(sum + source, to: "Client/main.swift")
        try client.write(sum + replay, to: "ReplayClient/Replay.swift")
        // The tool takes minutes to build.
        for product in ["Client", "ReplayClient", "CounterApp"] + (Harness.isFull ? ["counter-timeline"] : []) {
            _ = try client.swift(
                "build", "--product", product, "--disable-index-store", "-debug-info-format", "none",
                "-Xswiftc", "-wmo", "-Xswiftc", "-num-threads", "-Xswiftc", "2")
        }
        #expect(try TestProcess.run(["\(client.products)/CounterApp"]).output == "2\n")
        let modules = ["TimelineKit", "CTimeline", "TimelineLibc"]
        #expect(try client.linkedModules() == Set(modules + ["Client"]))
        let executable = "\(client.products)/Client"
        #expect(try TestProcess.run([executable]).output == "2\n")

        #if os(Linux)
            let needed = try TestProcess.run(["readelf", "-d", executable]).output
                .split(separator: "\n").filter { $0.contains("(NEEDED)") }
                .compactMap { $0.split(separator: "[").last?.dropLast() }.map(String.init)
            let toolchain = [
                "libswift", "libFoundationEssentials.", "lib_FoundationCollections.", "libdispatch.",
                "libBlocksRuntime.", "libc.", "libm.", "libgcc_s.", "libstdc++.", "ld-linux",
            ]
            #expect(needed.filter { library in !toolchain.contains { library.hasPrefix($0) } } == [])
            #expect(!needed.isEmpty)

            // A name is demangled as `module.Name`, and may be followed by what it holds.
            let symbols = try TestProcess.run(["sh", "-c", "nm \"$0\" | swift demangle", executable]).output
            #expect(symbols.contains("TimelineKit.Recorder"))
            let linked = try Self.forOthers.filter { symbols.contains(try Regex("\\.\($0)\\b")) }
            #expect(linked == [])
        #endif
    }

    @Test func aDependencyResolvesThePackagesThatTheReadmeNamesAndIsPlanned() throws {
        let client = try Client()
        for (dependency, packages) in [
            (Self.byURL, []), (#"\#(Self.byURL), traits: ["Remote"]"#, ["flyingfox"]),
            (#"\#(Self.byURL), traits: ["Tool"]"#, ["flyingfox", "swift-argument-parser"]),
            (Self.byPath, ["flyingfox", "swift-argument-parser"]), ("\(Self.byPath), traits: []", []),
        ] {
            try client.writeManifest { $0.replacing(#"\#(Self.byURL), traits: ["Tool"]"#, with: dependency) }
            #expect(try client.packages().sorted() == packages, "\(dependency)")
        }
        // Without a trait, TimelineRemote waits for a target that says which.
        let failure = try client.run("build", ["--target", "TimelineTrait"])
        let text = #"names no trait: TimelineTool needs "Tool", TimelineRemote needs "Remote""#
        #expect(failure.status == 1 && failure.output.contains("error: the dependency on Timeline \(text)\n"))
        // The plan of a build holds all targets of the app, and those of this package that a dependency has. SwiftPM refuses one in
        // which two packages have a target of one name.
        try client.writeManifest { $0.replacing(Self.byURL, with: Self.byPath) }
        #expect(try client.swift("build", "--print-manifest-job-graph").contains("counter-timeline"))
    }

    /// What tools and live features use, and no app needs to record.
    private static let forOthers = [
        "Salvage", "JournalRedactor", "IRegexp", "JSONPatch", "JSONCondition", "TimeTraveler",
        "HotReload", "Replica", "NestedChangeQueue", "ListChange", "AttachedStore", "ChildProcess",
        "StandardStream", "FolderWatch", "Spool",
    ]

    private let program = """
        public import TimelineKit

        public struct CounterProgram: Program {
            public let name = "counter"
            public let version = "1"
            public let initialState = 0
            public init() {}
            public func reduce(_ state: inout Int, _ action: Int) { state += action }
        }
        """

    private let app = """
        import CounterCore
        import TimelineKit
        import TimelineStore

        let recorder = Recorder(program: CounterProgram(), in: .requested)
        let store = Store(program: CounterProgram(), middleware: [recorder.middleware])
        store.dispatch(2)
        print(store.state)
        recorder.finish()
        """

    private let tool = """
        import CounterCore
        import TimelineTool

        @main struct CounterTimeline: ProgramExecutable {
            static let program = CounterProgram()
        }
        """

    private let sum = """
        import TimelineKit

        struct Sum: Program {
            let name = "sum"
            let version = "1"
            let initialState = 0
            func reduce(_ state: inout Int, _ action: Int) { state += action }
        }

        """

    private let source = """
        let recorder = Recorder<Int, Int>(program: Sum(), in: .requested)
        let reduce = recorder.recording { (state: inout Int, action: Int) in state += action }
        var state = 0
        reduce(&state, 2)
        print(state)
        recorder.finish()
        """

    /// What is public, and not only for this package: it has to compile.
    private let replay = """
        import TimelineReplay

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
    private let scratch: TemporaryFolder
    var products: String { "\(folder)/.build/debug" }

    /// Names that apps choose, and names of targets of this package before; one of a store that Tests/Peers has a stand-in for.
    private static let targets = [
        "BulkCore", "InventoryCore", "LaneCore", "MainActorCore", "MutantCore", "ReSwift", "ShopCore", "TestHarness",
        "TestSupport", "TodoCore",
    ]

    /// Its dependency is a repository with the files of this one, committed or not.
    init() throws {
        scratch = TemporaryFolder()
        folder = scratch.path
        for name in [".swiftpm/configuration", "timeline"] {
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
        for target in Self.targets + ["CounterCore"] { try write("", to: "\(target)/Empty.swift") }
        for target in ["CounterApp", "Client", "ReplayClient", "counter-timeline"] {
            try write("", to: "\(target)/main.swift")
        }
        try writeManifest { $0 }
    }

    func write(_ text: String, to file: String) throws {
        let path = URL(filePath: "\(folder)/Sources/\(file)")
        try FileManager.default.createDirectory(at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: path, atomically: true, encoding: .utf8)
    }

    /// - Parameter change: Changes the package of the README.
    func writeManifest(_ change: (String) -> String) throws {
        let page = try String(contentsOfFile: Repository.root + "README.md", encoding: .utf8)
        let start = try #require(page.firstRange(of: "// swift-tools-version")).lowerBound
        let package = String(page[start..<(try #require(page[start...].firstRange(of: "```"))).lowerBound])
        let others = """
            package.targets += \(Self.targets).map { .target(name: $0) }
            func timeline(_ name: String) -> Target.Dependency { .product(name: name, package: "timeline") }
            package.targets += [
                .executableTarget(name: "Client", dependencies: [timeline("TimelineKit")]),
                .executableTarget(name: "ReplayClient", dependencies: [timeline("TimelineKit"), timeline("TimelineReplay")]),
            ]
            """
        try (change(package) + others).write(toFile: "\(folder)/Package.swift", atomically: true, encoding: .utf8)
    }

    /// The repository, and the packages that were fetched to build these tests, so that the network is not needed again.
    private var mirrors: Data {
        get throws {
            let checkouts = "\(Repository.root).build/checkouts"
            let mirrors = [
                "https://github.com/OWNER/timeline": "\(folder)/timeline",
                "https://github.com/apple/swift-argument-parser": "\(checkouts)/swift-argument-parser",
                "https://github.com/swhitty/FlyingFox": "\(checkouts)/FlyingFox",
            ].filter { FileManager.default.fileExists(atPath: $0.value) }
            let object = mirrors.map { ["original": $0.key, "mirror": "file://\($0.value)"] }
            return try JSONSerialization.data(withJSONObject: ["version": 1, "object": object])
        }
    }

    func swift(_ command: String, _ arguments: String...) throws -> String {
        let run = try run(command, arguments)
        try #require(run.status == 0, "\(run)")
        return run.output
    }

    func run(_ command: String, _ arguments: [String]) throws -> Finished {
        let words = ["swift", command, "--disable-dependency-cache", "--package-path", folder] + arguments
        return try TestProcess.run(words, within: .seconds(900))
    }

    /// The names of the packages that are resolved for the app, besides this one.
    func packages() throws -> Set<String> {
        let shown = try swift("package", "show-dependencies", "--format", "flatlist")
        let names = Set(shown.split(separator: "\n").map { $0.lowercased() })
        try #require(names.contains("timeline"), "\(shown)")
        return names.subtracting(["timeline"])
    }

    /// The modules whose objects `Client` links.
    func linkedModules() throws -> Set<String> {
        let list = try String(contentsOfFile: "\(products)/Client.product/Objects.LinkFileList", encoding: .utf8)
        return Set(list.matches(of: /\/(\w+)\.build\//).map { String($0.1) })
    }
}
