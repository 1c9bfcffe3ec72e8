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

let package = Package(
    name: "timeline",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
    products: [
        .library(name: "TimelineKit", targets: ["TimelineKit"]),
        .library(name: "TimelineStore", targets: ["TimelineStore"]),
        .library(name: "TimelineNavigation", targets: ["TimelineNavigation"]),
        .library(name: "TimelineLive", targets: ["TimelineLive"]),
        .library(name: "TimelineRemote", targets: ["TimelineRemote"]),
        .library(name: "TimelineTool", targets: ["TimelineTool"]),
        .library(name: "TimelineTesting", targets: ["TimelineTesting"]),
        .plugin(name: "timeline-program", targets: ["TimelineProgramPlugin"]),
        .executable(name: "timeline", targets: ["timeline"]),
        .executable(name: "episodes", targets: ["EpisodesApp"]),
        .executable(name: "timeline-benchmark", targets: ["TimelineBenchmark"]),
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
        // What an app links to record. These five depend on the toolchain alone.
        .target(name: "TimelineSystem", dependencies: ["CTimeline"]),
        .target(name: "TimelineJSON"),
        // In C, because Swift has no names for the processor's instructions, and cannot import what processes need.
        .target(name: "CTimeline"),
        .target(name: "TimelineJournal", dependencies: ["TimelineSystem", "TimelineJSON", "CTimeline"]),
        .target(
            name: "TimelineKit", dependencies: ["TimelineJournal", "TimelineSystem", "TimelineJSON"],
            exclude: noPrivacyManifest, resources: privacyManifest),

        // For apps without a store, and for debug builds of any app.
        .target(name: "TimelineStore", dependencies: ["TimelineKit", "TimelineJournal", "TimelineSystem"]),
        .target(name: "TimelineNavigation", dependencies: ["TimelineStore", "TimelineKit"]),
        .target(
            name: "TimelineLive", dependencies: ["TimelineKit", "TimelineJournal", "TimelineSystem", "TimelineJSON"]),

        // Regular expressions, conditions, patches and differences: for tools that look at states, not for recording.
        .target(name: "TimelineQuerying", dependencies: ["TimelineKit", "TimelineJSON"]),

        // For apps that are debugged from another process.
        .target(
            name: "TimelineRemote",
            dependencies: [
                "TimelineLive", "TimelineKit", "TimelineQuerying", "TimelineJournal", "TimelineSystem", "TimelineJSON",
                .product(name: "FlyingSocks", package: "FlyingFox", condition: .when(traits: ["Remote"])),
            ]),

        // For developers and CI.
        .target(
            name: "TimelineDebugger",
            dependencies: ["TimelineKit", "TimelineQuerying", "TimelineJournal", "TimelineSystem", "TimelineJSON"]),
        // For tests of apps, with the Swift Testing of the toolchain.
        .target(
            name: "TimelineTesting",
            dependencies: [
                "TimelineDebugger", "TimelineKit", "TimelineQuerying", "TimelineJournal", "TimelineSystem",
                "TimelineJSON",
            ]),
        // One page for any timeline: its files are embedded, in C, because Swift takes a minute to compile them.
        .target(name: "CTimelinePage", exclude: ["Page"]),
        .target(
            name: "TimelineTool",
            dependencies: [
                "TimelineDebugger", "TimelineRemote", "TimelineLive", "TimelineKit", "TimelineQuerying",
                "TimelineJournal", "TimelineSystem", "TimelineJSON", "CTimelinePage", "CTimelineZlib",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Tool"])),
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
            name: "EpisodesApp",
            dependencies: [
                "EpisodesCore", "TimelineRemote", "TimelineLive", "TimelineNavigation", "TimelineStore", "TimelineKit",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Tool"])),
            ], packageAccess: false),

        // Benchmarks beside similar tools.
        .executableTarget(
            name: "TimelineBenchmark",
            dependencies: [
                "TimelineLive", "TimelineNavigation", "TimelineStore", "TimelineQuerying", "TimelineDebugger",
                "TimelineSystem",
                "TimelineCounterCore", "EpisodesCore", "TimelineInventoryCore", "TimelineShopCore", "TimelineTodoCore",
                "TimelineRemote", "TimelineKit",
                "TimelineJournal", "TimelineJSON",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Tool"])),
            ], path: "Tests/Benchmark"),
        // A program with long runs and large states, to measure pages.
        .target(
            name: "TimelineInventoryCore", dependencies: ["TimelineKit", "TimelineJSON"],
            path: "Tests/Programs/TimelineInventoryCore"),

        // A program that the stock tool does not hold, to test the search for its executable.
        .target(name: "TimelineCounterCore", dependencies: ["TimelineKit"], path: "Tests/Programs/TimelineCounterCore"),
        // An app to record.
        .executableTarget(
            name: "timeline-counter-app", dependencies: ["TimelineStore", "TimelineCounterCore", "TimelineKit"],
            path: "Tests/Programs/CounterApp"),
        // An app that hides values.
        .executableTarget(
            name: "timeline-vault-app", dependencies: ["TimelineStore", "TimelineKit"], path: "Tests/Programs/VaultApp"),
        // An app with bugs to find.
        .target(name: "TimelineShopCore", dependencies: ["TimelineKit"], path: "Tests/Programs/TimelineShopCore"),
        // A to-do app with one of many faults.
        .target(
            name: "TimelineTodoCore", dependencies: ["TimelineKit", "TimelineJournal", "TimelineJSON"],
            path: "Tests/Programs/TimelineTodoCore"),
        // A program with impure and changed reducers.
        .target(name: "TimelineMutantCore", dependencies: ["TimelineKit"], path: "Tests/Programs/TimelineMutantCore"),
        // The tools of these programs.
        .executableTarget(
            name: "timeline-test-tool",
            dependencies: [
                "TimelineCounterCore", "EpisodesCore", "TimelineInventoryCore", "TimelineMutantCore",
                "TimelineShopCore", "TimelineTodoCore", "TimelineKit",
                "TimelineTool",
            ],
            path: "Tests/Programs/TimelineTestTool"),
        // An app to kill, with states and actions of any size.
        .target(name: "TimelineBulkCore", dependencies: ["TimelineKit"], path: "Tests/Programs/TimelineBulkCore"),
        .executableTarget(
            name: "timeline-bulk-app",
            dependencies: ["TimelineDebugger", "TimelineStore", "TimelineBulkCore", "TimelineKit", "TimelineJournal"],
            path: "Tests/Programs/BulkApp"),

        // An app that shares its state with other instances.
        .executableTarget(
            name: "timeline-replica-app",
            dependencies: ["TimelineLive", "TimelineStore", "TimelineSystem", "TimelineRemote", "TimelineKit"],
            path: "Tests/Programs/ReplicaApp"),

        // A program whose state shows the order of the actions of several clients.
        .target(name: "TimelineLaneCore", dependencies: ["TimelineKit"], path: "Tests/Programs/TimelineLaneCore"),

        // Seeds and sizes of tests, and how many run at once.
        .target(
            name: "TimelineTestHarness", dependencies: ["TimelineTestParallelism"], path: "Tests/TimelineTestHarness"),
        .target(name: "TimelineTestParallelism", path: "Tests/TimelineTestParallelism"),

        // Stores that apps have already: modules with the names and the public interfaces of the real ones.
        .target(name: "ReSwift", path: "Tests/Peers/ReSwift", swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(name: "ComposableArchitecture", path: "Tests/Peers/ComposableArchitecture"),
        .target(name: "SwiftRex", path: "Tests/Peers/SwiftRex", swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(name: "MobiusCore", path: "Tests/Peers/MobiusCore", swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(name: "OpenCombine", path: "Tests/Peers/OpenCombine", swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(
            name: "Fluxor", dependencies: ["OpenCombine"], path: "Tests/Peers/Fluxor",
            swiftSettings: [.swiftLanguageMode(.v5)]),
        .target(name: "Cordux", path: "Tests/Peers/Cordux", swiftSettings: [.swiftLanguageMode(.v5)]),

        // Programs, files and recordings that tests of several targets share.
        .target(
            name: "TimelineTestSupport",
            dependencies: ["TimelineTestHarness", "TimelineKit", "TimelineJournal", "TimelineSystem", "TimelineJSON"],
            path: "Tests/TimelineTestSupport"),

        .testTarget(
            name: "TimelineSystemTests", dependencies: ["TimelineTestHarness", "TimelineTestSupport", "TimelineSystem"]),
        .testTarget(
            name: "TimelineJSONTests",
            dependencies: ["TimelineTestHarness", "TimelineTestSupport", "TimelineJSON", "TimelineQuerying"]),
        .testTarget(
            name: "TimelineQueryingTests",
            dependencies: ["TimelineTestHarness", "TimelineTestSupport", "TimelineQuerying", "TimelineJSON"]),
        .testTarget(
            name: "TimelineJournalTests",
            dependencies: [
                "TimelineTestHarness", "TimelineTestSupport", "TimelineDebugger", "TimelineJournal", "TimelineSystem",
                "TimelineJSON",
            ]),
        .testTarget(
            name: "TimelineKitTests",
            dependencies: [
                "TimelineTestHarness", "TimelineTestSupport", "TimelineDebugger", "TimelineStore", "TimelineKit",
                "TimelineJournal",
                "TimelineSystem", "TimelineJSON", "TimelineBulkCore", "timeline-bulk-app", "timeline-replica-app",
            ]),
        .testTarget(
            name: "TimelineStoreTests",
            dependencies: [
                "TimelineTestHarness", "TimelineTestSupport", "TimelineStore", "TimelineKit",
                "TimelineJournal",
                "TimelineSystem",
                "TimelineJSON",
            ]),
        .testTarget(
            name: "TimelineNavigationTests",
            dependencies: [
                "TimelineTestHarness", "TimelineTestSupport", "TimelineNavigation", "TimelineStore", "TimelineKit",
                "TimelineJournal",
                "TimelineJSON",
            ]),
        .testTarget(
            name: "TimelineLiveTests",
            dependencies: [
                "TimelineTestHarness", "TimelineTestSupport", "TimelineLive", "TimelineStore", "TimelineKit",
                "TimelineJournal",
                "TimelineSystem", "TimelineJSON", "timeline-replica-app",
            ]),
        .testTarget(
            name: "TimelineRemoteTests",
            dependencies: [
                "TimelineTestHarness", "TimelineTestSupport", "TimelineRemote", "TimelineLive", "TimelineStore",
                "TimelineKit",
                "TimelineQuerying", "TimelineJournal", "TimelineSystem", "TimelineJSON", "TimelineCounterCore",
                "TimelineLaneCore",
                "timeline-replica-app",
            ]),
        .testTarget(
            name: "TimelineDebuggerTests",
            dependencies: [
                "TimelineTestHarness", "TimelineTestSupport", "TimelineDebugger", "TimelineStore", "TimelineKit",
                "TimelineQuerying",
                "TimelineJournal", "TimelineSystem", "TimelineJSON", "TimelineCounterCore", "TimelineMutantCore",
                "TimelineShopCore",
                "TimelineTodoCore",
            ]),
        .testTarget(
            name: "TimelineTestingTests",
            dependencies: [
                "TimelineTestSupport", "TimelineTesting", "TimelineKit", "TimelineJournal", "TimelineSystem",
                "TimelineCounterCore",
            ]),
        .testTarget(
            name: "TimelineToolTests",
            dependencies: [
                "TimelineTestHarness", "TimelineTestSupport", "TimelineTool", "TimelineTesting", "TimelineDebugger",
                "TimelineRemote",
                "TimelineLive", "TimelineStore", "TimelineKit", "TimelineQuerying", "TimelineJournal", "TimelineSystem",
                "TimelineJSON", "EpisodesCore", "EpisodesApp", "TimelineCounterCore", "timeline-counter-app",
                "timeline-vault-app", "timeline", "TimelineShopCore", "TimelineMutantCore", "TimelineTodoCore",
                "timeline-test-tool",
            ],
            exclude: ["Page/Browser", "Schemas/check-schemas.py", "Transcripts"]),
        .testTarget(
            name: "EpisodesCoreTests",
            dependencies: ["TimelineTestHarness", "EpisodesCore", "TimelineNavigation", "TimelineStore", "TimelineKit"]),
        .testTarget(
            name: "EpisodesAppTests",
            dependencies: [
                "TimelineTestHarness", "EpisodesApp", "EpisodesCore", "TimelineRemote", "TimelineLive",
                "TimelineNavigation",
                "TimelineStore", "TimelineKit", "TimelineJournal", "TimelineSystem", "TimelineJSON", "timeline",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Tool"])),
            ]),
        .testTarget(
            name: "TimelineBenchmarkTests",
            dependencies: [
                "TimelineTestHarness", "TimelineBenchmark", "timeline", "timeline-test-tool", "EpisodesCore",
                "TimelineInventoryCore",
                "TimelineQuerying", "TimelineKit", "TimelineSystem", "TimelineJSON",
            ]),
        .testTarget(
            name: "TimelineAdoptionTests",
            dependencies: [
                "TimelineTestHarness", "TimelineTool", "TimelineRemote", "TimelineLive", "TimelineNavigation",
                "TimelineStore",
                "TimelineKit", "TimelineSystem", "TimelineJSON", "ReSwift", "ComposableArchitecture", "SwiftRex",
                "MobiusCore", "TimelineTesting",
                "OpenCombine", "Fluxor", "Cordux", "TimelineCounterCore",
            ],
            exclude: ["Samples"]),
        .testTarget(
            name: "TimelineArchitectureTests", dependencies: ["TimelineTestHarness", "timeline"], exclude: ["Darwin"]),
        .testTarget(
            name: "TimelineDocumentationTests",
            dependencies: ["TimelineTestHarness", "TimelineJournal", "TimelineSystem", "TimelineJSON"]),
    ]
)

// Fuzzers, which Tests/Fuzzing/run builds. Those of the formats of other tools need all of the tool.
if let fuzzing = Context.environment["TIMELINE_FUZZING"] {
    let isConverting = fuzzing == "converting"
    package.targets.append(
        .executableTarget(
            name: "Fuzz",
            dependencies: [
                "TimelineDebugger", "TimelineQuerying", "TimelineKit", "TimelineJournal", "TimelineSystem",
                "TimelineJSON", "TimelineCounterCore",
            ] + (isConverting ? ["TimelineTool"] : []), path: "Tests/Fuzzing/Fuzz",
            swiftSettings: isConverting ? [.define("CONVERTING")] : []))
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
