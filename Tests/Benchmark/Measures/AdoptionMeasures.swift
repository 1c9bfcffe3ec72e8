internal import Foundation

/// What `TimelineKit` adds to an app: the size of the executable, and the time of a clean build.
enum AdoptionMeasures {
    static func adoption(_ context: BenchmarkContext) -> [Measure] {
        let values: [Measure.Value] = [
            .init("adopt, stripped size", unit: "MB", goal: 1.5),
            .init("adopt, clean build", unit: "s of CPU", goal: 40),
        ]
        return [
            Measure(values, "a release build", mostRounds: 1) {
                let folder = context.recordings.scratch("adoption")
                defer { try? FileManager.default.removeItem(atPath: folder) }
                let without = try build(in: "\(folder)/without", recording: false, context)
                let with = try build(in: "\(folder)/with", recording: true, context)
                return [with.megabytes - without.megabytes, with.cpuSeconds - without.cpuSeconds]
            }
        ]
    }

    private static func build(
        in root: String, recording: Bool, _ context: BenchmarkContext
    ) throws -> (megabytes: Double, cpuSeconds: Double) {
        try FileManager.default.createDirectory(atPath: "\(root)/Sources/App", withIntermediateDirectories: true)
        try manifest(recording).write(toFile: "\(root)/Package.swift", atomically: true, encoding: .utf8)
        try source(recording).write(toFile: "\(root)/Sources/App/main.swift", atomically: true, encoding: .utf8)
        let build = ["/usr/bin/env", "swift", "build", "-c", "release", "--package-path", root]
        let run = try context.run(build)
        let app = "\(root)/.build/release/App"
        try context.run(["/usr/bin/env", "strip", app])
        return (Double(try Recordings.bytes(of: app)) / 1e6, run.cpuSeconds)
    }

    private static func manifest(_ recording: Bool) -> String {
        """
        // swift-tools-version: 6.1
        import PackageDescription

        let package = Package(
            name: "App", platforms: [.macOS(.v15)],
            dependencies: [\(recording ? ".package(name: \"timeline\", path: \"\(BenchmarkContext.root)\")" : "")],
            targets: [
                .executableTarget(
                    name: "App",
                    dependencies: [\(recording ? ".product(name: \"TimelineKit\", package: \"timeline\")" : "")])
            ])
        """
    }

    /// An app with a reducer, which imports Foundation as most apps do.
    private static func source(_ recording: Bool) -> String {
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
