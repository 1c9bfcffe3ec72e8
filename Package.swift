// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "timeline",
    platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
    products: [
        .library(name: "TimelineKit", targets: ["TimelineKit"])
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        // What an app links. These three stand on the toolchain alone.
        .target(name: "TimelineJSON"),
        .target(name: "TimelineJournal", dependencies: ["TimelineJSON"]),
        .target(name: "TimelineKit", dependencies: ["TimelineJournal", "TimelineJSON"]),

        .testTarget(name: "TimelineJSONTests", dependencies: ["TimelineJSON"]),
        .testTarget(name: "TimelineKitTests", dependencies: ["TimelineKit", "TimelineJournal", "TimelineJSON"]),
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
