internal import ArgumentParser
internal import Foundation

/// Measures what the project promises, beside its peers, in one run.
@main struct Benchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline-benchmark",
        abstract: "Measure Timeline beside its peers, and print ratios.",
        discussion: """
            Each measure runs all its sides in turn, several times. The ratio is that of ours to the peer's from each \
            round, as minimum, median and maximum; a goal counts as reached by the median. Peers that are not installed \
            are named.

            MEASURES:
            \(measures.map { "  \(type(of: $0).name): \(type(of: $0).abstract)" }.joined(separator: "\n"))

            EXAMPLES:
              timeline-benchmark
                measure all, with recordings of up to ten million steps
              timeline-benchmark --quick
                measure small sizes only: a minute
              timeline-benchmark --only record --only coding --json
                measure what recording costs, and answer in JSON
            """)

    static let measures: [any Measure] = [
        RecordingMeasure(), CodingMeasure(), ThreadsMeasure(), StartMeasure(), StateMeasure(), BisectMeasure(),
        ReplayMeasure(), FullPassMeasure(), FollowerMeasure(), AdoptionMeasure(),
    ]

    @Option(help: ArgumentHelp("Measure this one; may be given again.", valueName: "measure"))
    var only: [String] = []

    @Option(help: ArgumentHelp("How often each side is run.", valueName: "n"))
    var rounds = 5

    @Flag(help: "Only the small sizes.")
    var quick = false

    @Flag(help: .hidden)
    var smoke = false

    @Flag(help: "Answer in JSON.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "Where the recordings are made and kept for the next time. (default: a folder that is removed)",
            valueName: "folder"))
    var inputs: String?

    @Option(help: ArgumentHelp("The timeline to measure. (default: the one beside this program)", valueName: "path"))
    var tool: String?

    func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds wants a number from 1.") }
        let names = Self.measures.map { type(of: $0).name }
        for name in only where !names.contains(name) {
            throw ValidationError("There is no measure \"\(name)\". The measures are \(names.joined(separator: ", ")).")
        }
    }

    func run() throws {
        let folder = inputs ?? FileManager.default.temporaryDirectory.path + "/timeline-benchmark-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { if inputs == nil { try? FileManager.default.removeItem(atPath: folder) } }
        let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/timeline"
        let bench = Bench(
            recordings: Recordings(folder: folder, report: report), peers: Peers(), rounds: rounds,
            extent: smoke ? .smoke : quick ? .quick : .full,
            tool: tool ?? beside)
        guard FileManager.default.isExecutableFile(atPath: bench.tool) else {
            throw ValidationError("\(bench.tool) is not there. Build it with: swift build -c release")
        }
        var findings: [Finding] = []
        for measure in Self.measures where only.isEmpty || only.contains(type(of: measure).name) {
            report("measuring: \(type(of: measure).abstract)")
            findings += try measure.findings(bench)
        }
        if json {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            print(String(decoding: try encoder.encode(findings), as: UTF8.self))
        } else {
            print(ReportTable(findings: findings).text)
        }
    }

    private func report(_ text: String) {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
    }
}
