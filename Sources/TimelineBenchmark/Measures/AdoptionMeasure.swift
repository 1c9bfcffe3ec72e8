internal import Foundation

/// What `TimelineKit` adds to an app: the size of the executable, and the time of a clean build.
struct AdoptionMeasure: Measure {
    static let name = "adopt"
    static let abstract = "the size and the build time that TimelineKit adds to an app"

    func findings(_ context: BenchmarkContext) throws -> [Finding] {
        guard context.scale == .full else { return [] }
        let folder = context.recordings.scratch("adoption")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let without = try build(context, in: folder, recording: false)
        let with = try build(context, in: folder, recording: true)
        func finding(_ what: String, _ ours: Double, _ theirs: Double, goal: Double, unit: String) -> Finding {
            Finding(
                measure: "\(Self.name), \(what)", size: "a release build", peer: "the same app without",
                ours: Spread([ours - theirs]), theirs: Spread([theirs]), goal: goal, unit: unit)
        }
        return [
            finding("stripped size", with.megabytes, without.megabytes, goal: 1.5, unit: "MB"),
            finding("clean build", with.cpuSeconds, without.cpuSeconds, goal: 40, unit: "s of CPU"),
        ]
    }

    /// Builds an app in a folder of its own.
    private func build(
        _ context: BenchmarkContext, in folder: String, recording: Bool
    ) throws -> (megabytes: Double, cpuSeconds: Double) {
        let root = folder + (recording ? "/with" : "/without")
        let files = FileManager.default
        try files.createDirectory(atPath: root + "/Sources/App", withIntermediateDirectories: true)
        try manifest(recording).write(toFile: root + "/Package.swift", atomically: true, encoding: .utf8)
        try source(recording).write(toFile: root + "/Sources/App/main.swift", atomically: true, encoding: .utf8)
        let outcome = try context.command(["/usr/bin/env", "swift", "build", "-c", "release", "--package-path", root])
            .run()
        let app = root + "/.build/release/App"
        try context.command(["/usr/bin/env", "strip", app]).run()
        let bytes = try files.attributesOfItem(atPath: app)[.size] as? Int ?? 0
        return (Double(bytes) / 1_000_000, outcome.cpuSeconds)
    }

    private func manifest(_ recording: Bool) -> String {
        let package = URL(fileURLWithPath: #filePath).pathComponents.dropLast(4).dropFirst().joined(separator: "/")
        return """
            // swift-tools-version: 6.1
            import PackageDescription

            let package = Package(
                name: "App", platforms: [.macOS(.v15)],
                dependencies: [\(recording ? ".package(name: \"timeline\", path: \"/\(package)\")" : "")],
                targets: [
                    .executableTarget(
                        name: "App",
                        dependencies: [\(recording ? ".product(name: \"TimelineKit\", package: \"timeline\")" : "")])
                ])
            """
    }

    /// An app with a reducer, which imports Foundation as most apps do.
    private func source(_ recording: Bool) -> String {
        let app = """
            import Foundation
            \(recording ? "import TimelineKit" : "")

            struct Counter: Codable, Equatable, Sendable { var count = 0 }
            enum Action: Codable, Sendable { case add(Int) }
            @Sendable func reduce(_ state: inout Counter, _ action: Action) {
                switch action { case .add(let number): state.count += number }
            }
            var state = Counter()

            """
        let plain = """
            reduce(&state, .add(2))
            print(String(decoding: try JSONEncoder().encode(state), as: UTF8.self))
            """
        let recorded = """
            let recorder = Recorder<Counter, Action>(
                program: "counter", version: "1", initialState: state, in: .folder("timelines"))
            recorder.recording(sendable: reduce)(&state, .add(2))
            recorder.finish()
            print(String(decoding: try JSONEncoder().encode(state), as: UTF8.self))
            """
        return app + (recording ? recorded : plain)
    }
}
