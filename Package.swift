// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "timeline",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "TimelineKit", targets: ["TimelineKit"]),
        .executable(name: "episodes", targets: ["EpisodesApp"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        // What an app links. These three stand on the toolchain alone.
        .target(name: "TimelineJSON"),
        .target(name: "TimelineJournal", dependencies: ["TimelineJSON"]),
        .target(name: "TimelineKit", dependencies: ["TimelineJournal", "TimelineJSON"]),

        // The example.
        .target(
            name: "EpisodesCore", dependencies: ["TimelineKit"],
            resources: [.embedInCode("Resources/episodes.json")]),
        .executableTarget(name: "EpisodesApp", dependencies: ["EpisodesCore", "TimelineKit"]),

        .testTarget(name: "TimelineJSONTests", dependencies: ["TimelineJSON"]),
        .testTarget(name: "TimelineKitTests", dependencies: ["TimelineKit"]),
        .testTarget(name: "EpisodesCoreTests", dependencies: ["EpisodesCore", "TimelineKit"]),
        .testTarget(name: "EpisodesAppTests", dependencies: ["EpisodesApp", "EpisodesCore", "TimelineKit"]),
    ]
)

for target in package.targets {
    target.swiftSettings = [
        // An import serves the file it stands in, not its neighbours, and is no one's business outside the module.
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        // The cost of `any` is visible where it is paid.
        .enableUpcomingFeature("ExistentialAny"),
    ]
}
