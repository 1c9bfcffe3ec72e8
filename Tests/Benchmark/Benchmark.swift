internal import ArgumentParser
internal import Foundation

/// Measures what the project promises, beside its peers, in one run.
@main struct Benchmark: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "timeline-benchmark",
        abstract: "Measure Timeline beside its peers, and print ratios.",
        discussion: """
            Each measure runs ours and its peers in turn, several times, and prints a row with the minimum, median and \
            maximum ratio of all rounds; the median decides whether a goal is reached. Peers that are not installed are \
            listed as missing.

            MEASURES:
            \(MeasureGroup.all.map { "  \($0.name): \($0.abstract)" }.joined(separator: "\n"))

            EXAMPLES:
              timeline-benchmark
                measure all, with recordings of up to ten million steps
              timeline-benchmark --quick
                measure small sizes only, in about a minute
              timeline-benchmark --only record --only coding --json
                measure the cost of recording, and print JSON
            """)

    @Option(help: ArgumentHelp("Run only this measure; repeat for more.", valueName: "measure"))
    var only: [String] = []

    @Option(help: ArgumentHelp("The number of rounds.", valueName: "n"))
    var rounds = 5

    @Flag(help: "Measure small sizes only, and the slow measures (view, adopt) only with --only.")
    var quick = false

    @Flag(help: .hidden)
    var smoke = false

    @Flag(help: "Print a JSON object for each row.")
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
        let names = MeasureGroup.all.map(\.name)
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
            recordings: Recordings(folder: folder, report: report), scale: smoke ? .smoke : quick ? .quick : .full,
            tool: tool ?? beside)
        guard FileManager.default.isExecutableFile(atPath: context.tool) else {
            throw ValidationError("\(context.tool) does not exist. Build it with: swift build -c release")
        }
        if !json { show(Finding.head) }
        for group in MeasureGroup.all where only.isEmpty ? !(quick && group.isSlow) : only.contains(group.name) {
            report("measuring: \(group.abstract)")
            var before: [String: Finding] = [:]
            for measure in try group.measures(context) {
                let findings = try measure.findings(rounds: rounds, warmsUp: !smoke)
                for finding in findings { try show(finding) }
                guard let growth = measure.growth else { continue }
                let name = measure.values[0].name
                if let last = before[name], let grown = findings[0].growth(from: last, goal: growth.goal) {
                    try show(grown)
                }
                before[name] = findings[0]
            }
        }
    }

    private func show(_ finding: Finding) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        show(json ? String(decoding: try encoder.encode(finding), as: UTF8.self) : finding.row)
    }

    /// Prints a line at once, also into a pipe.
    private func show(_ line: String) { FileHandle.standardOutput.write(Data("\(line)\n".utf8)) }
    private func report(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}
