internal import ArgumentParser
internal import Foundation

/// Measures what the project promises, beside its peers, in one run.
@main struct Benchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline-benchmark",
        abstract: "Measure Timeline beside its peers, and print ratios.",
        discussion: """
            Each measure runs ours and its peers in turn, several times. It prints the minimum, median and maximum ratio \
            of all rounds; the median decides whether a goal is reached. Peers that are not installed are listed as \
            missing.

            MEASURES:
            \(measures.map { "  \(type(of: $0).name): \(type(of: $0).abstract)" }.joined(separator: "\n"))

            EXAMPLES:
              timeline-benchmark
                measure all, with recordings of up to ten million steps
              timeline-benchmark --quick
                measure small sizes only, in about a minute
              timeline-benchmark --only record --only coding --json
                measure the cost of recording, and print JSON
            """)

    static let measures: [any Measure] = [
        RecordingMeasure(), DispatchMeasure(), StoreMeasure(), CodingMeasure(), ThreadsMeasure(), StartMeasure(),
        StateMeasure(), BisectMeasure(), HistoryMeasure(), MinimizeMeasure(), ReplayMeasure(), VerifyMeasure(),
        VerifyManyMeasure(),
        CommandsMeasure(), ViewMeasure(), ServeMeasure(), FollowerMeasure(), AdoptionMeasure(),
    ]

    @Option(help: ArgumentHelp("Run only this measure; repeat for more.", valueName: "measure"))
    var only: [String] = []

    @Option(help: ArgumentHelp("The number of rounds.", valueName: "n"))
    var rounds = 5

    @Flag(help: "Measure small sizes only.")
    var quick = false

    @Flag(help: .hidden)
    var smoke = false

    @Flag(help: "Print JSON.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "The folder of the recordings, which are reused. (default: a temporary folder)",
            valueName: "folder"))
    var inputs: String?

    @Option(help: ArgumentHelp("The timeline to measure. (default: the one beside this program)", valueName: "path"))
    var tool: String?

    func validate() throws {
        guard rounds > 0 else { throw ValidationError("--rounds \(rounds): give a number from 1.") }
        let names = Self.measures.map { type(of: $0).name }
        for name in only where !names.contains(name) {
            throw ValidationError("Unknown measure \"\(name)\". The measures are \(names.joined(separator: ", ")).")
        }
    }

    func run() throws {
        let folder = inputs ?? FileManager.default.temporaryDirectory.path + "/timeline-benchmark-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { if inputs == nil { try? FileManager.default.removeItem(atPath: folder) } }
        let beside = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent().path + "/timeline"
        let context = BenchmarkContext(
            recordings: Recordings(folder: folder, report: report), comparedTools: ComparedTools(), rounds: rounds,
            scale: smoke ? .smoke : quick ? .quick : .full, tool: tool ?? beside)
        guard FileManager.default.isExecutableFile(atPath: context.tool) else {
            throw ValidationError("\(context.tool) does not exist. Build it with: swift build -c release")
        }
        var findings: [Finding] = []
        for measure in Self.measures where only.isEmpty || only.contains(type(of: measure).name) {
            report("measuring: \(type(of: measure).abstract)")
            findings += try measure.findings(context)
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
