// swift-tools-version: 6.2
import PackageDescription

// An app that depends on this package resolves no other package, unless it names a trait. SwiftPM reads the manifest of a dependency
// in its repository, where the path is `/`, and then in a folder of checkouts.
let isDependency = Context.packageDirectory == "/" || Context.packageDirectory.contains("/checkouts/")

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
        .target(name: "TimelineSystem"),
        .target(name: "TimelineJSON"),
        // In C, because Swift has no names for the processor's instructions.
        .target(name: "CTimelineChecksum"),
        .target(name: "TimelineJournal", dependencies: ["TimelineSystem", "TimelineJSON", "CTimelineChecksum"]),
        .target(name: "TimelineKit", dependencies: ["TimelineJournal", "TimelineSystem", "TimelineJSON"]),

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
                "TimelineJournal", "TimelineSystem", "TimelineJSON", "CTimelinePage", "CZlib",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Tool"])),
            ]),
        // The system's zlib, for packed files. For the tool alone: no app that records links it.
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"]), .brew(["zlib"])]),
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
                "CounterCore", "EpisodesCore", "InventoryCore", "ShopCore", "TodoCore", "TimelineRemote", "TimelineKit",
                "TimelineJournal", "TimelineJSON",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Tool"])),
            ], path: "Tests/Benchmark"),
        // A program with long runs and large states, to measure pages.
        .target(
            name: "InventoryCore", dependencies: ["TimelineKit", "TimelineJSON"], path: "Tests/Programs/InventoryCore"),

        // A program that the stock tool does not hold, to test the search for its executable.
        .target(name: "CounterCore", dependencies: ["TimelineKit"], path: "Tests/Programs/CounterCore"),
        // An app to record.
        .executableTarget(
            name: "counter-app", dependencies: ["TimelineStore", "CounterCore", "TimelineKit"],
            path: "Tests/Programs/CounterApp"),
        // An app that hides values.
        .executableTarget(
            name: "vault-app", dependencies: ["TimelineStore", "TimelineKit"], path: "Tests/Programs/VaultApp"),
        // An app with bugs to find.
        .target(name: "ShopCore", dependencies: ["TimelineKit"], path: "Tests/Programs/ShopCore"),
        // A to-do app with one of many faults.
        .target(
            name: "TodoCore", dependencies: ["TimelineKit", "TimelineJournal", "TimelineJSON"],
            path: "Tests/Programs/TodoCore"),
        // A program with impure and changed reducers.
        .target(name: "MutantCore", dependencies: ["TimelineKit"], path: "Tests/Programs/MutantCore"),
        // The tools of these programs.
        .executableTarget(
            name: "test-timeline",
            dependencies: [
                "CounterCore", "EpisodesCore", "InventoryCore", "MutantCore", "ShopCore", "TodoCore", "TimelineKit",
                "TimelineTool",
            ],
            path: "Tests/Programs/TestTimeline"),
        // An app to kill, with states and actions of any size.
        .target(name: "BulkCore", dependencies: ["TimelineKit"], path: "Tests/Programs/BulkCore"),
        .executableTarget(
            name: "bulk-app",
            dependencies: ["TimelineDebugger", "TimelineStore", "BulkCore", "TimelineKit", "TimelineJournal"],
            path: "Tests/Programs/BulkApp"),

        // An app that shares its state with other instances.
        .executableTarget(
            name: "replica-app",
            dependencies: ["TimelineLive", "TimelineStore", "TimelineSystem", "TimelineRemote", "TimelineKit"],
            path: "Tests/Programs/ReplicaApp"),

        // A program whose state shows the order of the actions of several clients.
        .target(name: "LaneCore", dependencies: ["TimelineKit"], path: "Tests/Programs/LaneCore"),

        // An app whose code is isolated to the main actor by default.
        .target(
            name: "MainActorCore", dependencies: ["TimelineStore", "TimelineKit"], path: "Tests/Programs/MainActorCore",
            swiftSettings: [.defaultIsolation(MainActor.self)]),

        // Seeds and sizes of tests, and how many run at once.
        .target(name: "TestHarness", dependencies: ["TestParallelism"], path: "Tests/TestHarness"),
        .target(name: "TestParallelism", path: "Tests/TestParallelism"),

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
            name: "TestSupport",
            dependencies: ["TestHarness", "TimelineKit", "TimelineJournal", "TimelineSystem", "TimelineJSON"],
            path: "Tests/TestSupport"),

        .testTarget(name: "TimelineSystemTests", dependencies: ["TestHarness", "TestSupport", "TimelineSystem"]),
        .testTarget(
            name: "TimelineJSONTests", dependencies: ["TestHarness", "TestSupport", "TimelineJSON", "TimelineQuerying"]),
        .testTarget(
            name: "TimelineQueryingTests",
            dependencies: ["TestHarness", "TestSupport", "TimelineQuerying", "TimelineJSON"]),
        .testTarget(
            name: "TimelineJournalTests",
            dependencies: [
                "TestHarness", "TestSupport", "TimelineDebugger", "TimelineJournal", "TimelineSystem", "TimelineJSON",
            ]),
        .testTarget(
            name: "TimelineKitTests",
            dependencies: [
                "TestHarness", "TestSupport", "TimelineDebugger", "TimelineStore", "TimelineKit", "TimelineJournal",
                "TimelineSystem", "TimelineJSON", "BulkCore", "bulk-app", "replica-app",
            ]),
        .testTarget(
            name: "TimelineStoreTests",
            dependencies: [
                "MainActorCore", "TestHarness", "TestSupport", "TimelineStore", "TimelineKit", "TimelineJournal",
                "TimelineSystem",
                "TimelineJSON",
            ]),
        .testTarget(
            name: "TimelineNavigationTests",
            dependencies: [
                "TestHarness", "TestSupport", "TimelineNavigation", "TimelineStore", "TimelineKit", "TimelineJournal",
                "TimelineJSON",
            ]),
        .testTarget(
            name: "TimelineLiveTests",
            dependencies: [
                "TestHarness", "TestSupport", "TimelineLive", "TimelineStore", "TimelineKit", "TimelineJournal",
                "TimelineSystem", "TimelineJSON", "replica-app",
            ]),
        .testTarget(
            name: "TimelineRemoteTests",
            dependencies: [
                "TestHarness", "TestSupport", "TimelineRemote", "TimelineLive", "TimelineStore", "TimelineKit",
                "TimelineQuerying", "TimelineJournal", "TimelineSystem", "TimelineJSON", "CounterCore", "LaneCore",
                "replica-app",
            ]),
        .testTarget(
            name: "TimelineDebuggerTests",
            dependencies: [
                "TestHarness", "TestSupport", "TimelineDebugger", "TimelineStore", "TimelineKit", "TimelineQuerying",
                "TimelineJournal", "TimelineSystem", "TimelineJSON", "CounterCore", "MutantCore", "ShopCore",
                "TodoCore",
            ]),
        .testTarget(
            name: "TimelineTestingTests",
            dependencies: [
                "TestSupport", "TimelineTesting", "TimelineKit", "TimelineJournal", "TimelineSystem", "CounterCore",
            ]),
        .testTarget(
            name: "TimelineToolTests",
            dependencies: [
                "TestHarness", "TestSupport", "TimelineTool", "TimelineTesting", "TimelineDebugger", "TimelineRemote",
                "TimelineLive", "TimelineStore", "TimelineKit", "TimelineQuerying", "TimelineJournal", "TimelineSystem",
                "TimelineJSON", "EpisodesCore", "EpisodesApp", "CounterCore", "counter-app",
                "vault-app", "timeline", "ShopCore", "MutantCore", "TodoCore", "test-timeline",
            ],
            exclude: ["Page/Browser", "Schemas/check-schemas.py", "Transcripts"]),
        .testTarget(
            name: "EpisodesCoreTests",
            dependencies: ["TestHarness", "EpisodesCore", "TimelineNavigation", "TimelineStore", "TimelineKit"]),
        .testTarget(
            name: "EpisodesAppTests",
            dependencies: [
                "TestHarness", "EpisodesApp", "EpisodesCore", "TimelineRemote", "TimelineLive", "TimelineNavigation",
                "TimelineStore", "TimelineKit", "TimelineJournal", "TimelineSystem", "TimelineJSON", "timeline",
                .product(
                    name: "ArgumentParser", package: "swift-argument-parser", condition: .when(traits: ["Tool"])),
            ]),
        .testTarget(
            name: "TimelineBenchmarkTests",
            dependencies: [
                "TestHarness", "TimelineBenchmark", "timeline", "test-timeline", "EpisodesCore", "InventoryCore",
                "TimelineQuerying", "TimelineKit", "TimelineSystem", "TimelineJSON",
            ]),
        .testTarget(
            name: "AdoptionTests",
            dependencies: [
                "TestHarness", "TimelineTool", "TimelineRemote", "TimelineLive", "TimelineNavigation", "TimelineStore",
                "TimelineKit", "TimelineSystem", "TimelineJSON", "ReSwift", "ComposableArchitecture", "SwiftRex",
                "MobiusCore", "TimelineTesting",
                "OpenCombine", "Fluxor", "Cordux", "CounterCore",
            ],
            exclude: ["Samples"]),
        .testTarget(name: "ArchitectureTests", dependencies: ["TestHarness", "timeline"], exclude: ["Darwin"]),
        .testTarget(
            name: "DocumentationTests",
            dependencies: ["TestHarness", "TimelineJournal", "TimelineSystem", "TimelineJSON"]),
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
                "TimelineJSON", "CounterCore",
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
