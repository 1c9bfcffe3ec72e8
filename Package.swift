// swift-tools-version: 6.2
import PackageDescription

// An app that depends on this package by URL resolves no other package, unless it names a trait. SwiftPM reads the manifest of such a
// dependency in its repository, where the path is `/`, and then in a folder of checkouts. A dependency in a folder cannot be told from a
// clone in which this package is developed: it names `traits: []` to resolve no other package.
let isDependency = Context.packageDirectory == "/" || Context.packageDirectory.contains("/checkouts/")

// For Apple's systems alone: elsewhere a resource would link Foundation's `Bundle` into the app.
#if os(macOS)
    let (privacyManifest, noPrivacyManifest): ([Resource], [String]) = ([.copy("PrivacyInfo.xcprivacy")], [])
#else
    let (privacyManifest, noPrivacyManifest): ([Resource], [String]) = ([], ["PrivacyInfo.xcprivacy"])
#endif

func all(_ names: String...) -> [Target.Dependency] { names.map { .target(name: $0) } }

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Tool"]))

// Modules that more than one list below needs whole.
let system = all("CTimeline", "TimelineLibc")
let replaying = all("TimelineKit", "TimelineReplay")
let debugging = replaying + all("TimelineDebugger")
let stores = all("TimelineStore", "TimelineNavigation", "TimelineLive", "TimelineRemote")
let testing = all("TimelineTestSupport", "TimelineTestPrograms")

/// A stand-in for a store that apps have already, with the name and the public interface of the real module.
func peer(_ name: String, mode: SwiftLanguageMode = .v5) -> Target {
    .target(name: name, path: "Tests/Peers/\(name)", swiftSettings: [.swiftLanguageMode(mode)])
}

let package = Package(
    name: "timeline",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "TimelineKit", targets: ["TimelineKit"]),
        .library(name: "TimelineReplay", targets: ["TimelineReplay"]),
        .library(name: "TimelineStore", targets: ["TimelineStore"]),
        .library(name: "TimelineNavigation", targets: ["TimelineNavigation"]),
        .library(name: "TimelineLive", targets: ["TimelineLive"]),
        .library(name: "TimelineRemote", targets: ["TimelineRemote"]),
        .library(name: "TimelineTool", targets: ["TimelineTool"]),
        .library(name: "TimelineTesting", targets: ["TimelineTesting"]),
        .plugin(name: "timeline-program", targets: ["TimelineProgramPlugin"]),
        .executable(name: "timeline", targets: ["timeline"]),
        .executable(name: "episodes", targets: ["EpisodesApp"]),
    ],
    traits: [
        .trait(name: "Tool", description: "A program executable: TimelineTool.", enabledTraits: ["Remote"]),
        .trait(name: "Remote", description: "Debugging an app from another process: TimelineRemote."),
        .default(enabledTraits: isDependency ? [] : ["Tool"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/swhitty/FlyingFox", from: "0.27.1"),
    ],
    targets: [
        // What an app links to record, with the toolchain alone.
        .target(
            name: "TimelineKit", dependencies: system, exclude: noPrivacyManifest, resources: privacyManifest),
        // In C, because Swift has no names for the processor's instructions, and cannot import what processes of the tool need.
        .target(name: "CTimeline"),
        // The C library, whatever it is called on the system. Only the folders `System` import it.
        .target(name: "TimelineLibc"),
        // For code that reads recordings: journals, replay, paths, conditions and patches.
        .target(name: "TimelineReplay", dependencies: ["TimelineKit"]),
        // For apps without a store, and for debug builds of any app.
        .target(name: "TimelineStore", dependencies: ["TimelineKit"]),
        .target(name: "TimelineNavigation", dependencies: ["TimelineStore", "TimelineKit"]),
        .target(name: "TimelineLive", dependencies: replaying + all("TimelineLibc")),
        // For apps that are debugged from another process.
        .target(name: "TimelineTrait"),
        .target(
            name: "TimelineRemote",
            dependencies: replaying + all("TimelineLive", "TimelineTrait", "TimelineLibc") + [
                .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Remote"]))
            ]),

        // For developers and CI.
        .target(name: "TimelineDebugger", dependencies: replaying + system),
        // For tests of apps, with the Swift Testing of the toolchain.
        .target(name: "TimelineTesting", dependencies: debugging),
        // One page for any timeline: its files are embedded, in C, because Swift takes a minute to compile them.
        .target(name: "CTimelinePage", exclude: ["Page"]),
        .target(
            name: "TimelineTool",
            dependencies: debugging
                + all("TimelineRemote", "TimelineLive", "TimelineLibc", "CTimelinePage", "CTimelineZlib") + [
                    argumentParser
                ]),
        // The system's zlib, for packed files. For the tool alone: no app that records links it.
        .systemLibrary(name: "CTimelineZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
        .executableTarget(name: "timeline", dependencies: ["TimelineTool", "EpisodesCore"]),

        // `swift package timeline-program` in the package of an app.
        .plugin(
            name: "TimelineProgramPlugin",
            capability: .command(
                intent: .custom(
                    verb: "timeline-program",
                    description: "Build the executable with this package's program and print its path.")),
            path: "Sources/TimelineProgramPlugin"),

        // The example, which uses what an app in another package can use.
        .target(
            name: "EpisodesCore", dependencies: ["TimelineNavigation", "TimelineStore", "TimelineKit"],
            packageAccess: false),
        .executableTarget(
            name: "EpisodesApp", dependencies: stores + all("EpisodesCore", "TimelineKit") + [argumentParser],
            packageAccess: false),

        // Programs with bugs, long runs, large states, impure and changed reducers, and their tools, which the stock tool does not hold.
        .target(
            name: "TimelineTestPrograms", dependencies: ["TimelineKit"],
            path: "Tests/Programs/TestPrograms"),
        // Programs that know which of their runs can happen.
        .target(
            name: "TimelineLab",
            dependencies: ["TimelineTestPrograms", "TimelineKit", "TimelineTool"],
            path: "Tests/Programs/Lab"),
        .executableTarget(
            name: "timeline-test-tool",
            dependencies: ["TimelineTestPrograms", "TimelineLab", "EpisodesCore", "TimelineKit", "TimelineTool"],
            path: "Tests/Programs/TestTool"),
        // Apps to record, to kill, that hide values and that share their state.
        .executableTarget(
            name: "timeline-test-app",
            dependencies: replaying
                + all(
                    "TimelineTestPrograms", "TimelineDebugger", "TimelineStore", "TimelineLive", "TimelineRemote"),
            path: "Tests/Programs/TestApp"),

        peer("ReSwift"),
        peer("ComposableArchitecture", mode: .v6),
        // The file that apps of The Composable Architecture copy.
        .target(
            name: "TimelineComposableArchitecture", dependencies: ["ComposableArchitecture", "TimelineKit"],
            path: "Integrations/ComposableArchitecture", packageAccess: false),
        peer("SwiftRex"),
        peer("MobiusCore"),

        // Programs, files, recordings, processes, seeds and sizes, and how many tests run at once.
        .target(
            name: "TimelineTestSupport", dependencies: replaying + all("TimelineTestParallelism"),
            path: "Tests/TimelineTestSupport"),
        .target(name: "TimelineTestParallelism", path: "Tests/TimelineTestParallelism"),

        .testTarget(name: "TimelineCoreTests", dependencies: debugging + testing + all("TimelineTool")),
        .testTarget(name: "TimelineAppTests", dependencies: debugging + stores + testing + all("timeline-test-app")),
        .testTarget(
            name: "TimelineDebuggerTests", dependencies: debugging + testing + all("TimelineStore", "TimelineTesting")),
        .testTarget(
            name: "TimelineToolTests",
            dependencies: debugging + stores + testing
                + all(
                    "TimelineTool", "TimelineTesting", "EpisodesCore", "EpisodesApp", "timeline", "timeline-test-app",
                    "timeline-test-tool", "TimelineLab") + [argumentParser],
            exclude: ["Page/Browser", "Schemas/check-schemas.py", "Transcripts"]),
        .testTarget(
            name: "TimelineRepositoryTests",
            dependencies: replaying + stores + testing
                + all(
                    "EpisodesApp", "EpisodesCore", "timeline", "TimelineTool", "TimelineTesting", "ReSwift",
                    "ComposableArchitecture", "TimelineComposableArchitecture", "SwiftRex", "MobiusCore")
                + [argumentParser],
            exclude: ["Adoption/Samples", "Architecture/Darwin"]),
    ]
)

if Context.environment["TIMELINE_BENCHMARK"] != nil {
    package.products.append(.executable(name: "timeline-benchmark", targets: ["TimelineBenchmark"]))
    package.targets += [
        .executableTarget(
            name: "TimelineBenchmark",
            dependencies: debugging + stores + all("TimelineTestPrograms", "EpisodesCore") + [argumentParser],
            path: "Tests/Benchmark"),
        .testTarget(
            name: "TimelineBenchmarkTests",
            dependencies: replaying + testing
                + all("TimelineBenchmark", "timeline", "timeline-test-tool", "EpisodesCore")),
    ]
}

// Fuzzers, which Tests/Fuzzing/run builds. Those of the formats of other tools need all of the tool.
if let fuzzing = Context.environment["TIMELINE_FUZZING"] {
    let isConverting = fuzzing == "converting"
    package.targets.append(
        .executableTarget(
            name: "Fuzz",
            dependencies: debugging + all("TimelineTestPrograms") + (isConverting ? all("TimelineTool") : []),
            path: "Tests/Fuzzing/Fuzz", swiftSettings: isConverting ? [.define("CONVERTING")] : []))
}

for target in package.targets where target.type != .system && target.type != .plugin {
    target.swiftSettings =
        (target.swiftSettings ?? []) + [
            // An import serves its own file, and is not visible outside the module.
            .enableUpcomingFeature("MemberImportVisibility"),
            .enableUpcomingFeature("InternalImportsByDefault"),
            // Existential types are marked with `any`.
            .enableUpcomingFeature("ExistentialAny"),
        ]
}
