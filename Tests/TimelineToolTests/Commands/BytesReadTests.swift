import Testing
import TimelineKit
import TimelineTestSupport

/// The cost of looking at a moment does not grow with the length of the recording, whatever kinds of lines it has.
@Suite(.ownThreads)
struct BytesReadTests {
    private let sandbox: Sandbox
    private static let steps = 100_000

    init() throws {
        sandbox = Sandbox()
        try sandbox.write(Self.recording(steps: Self.steps), to: "run.jsonl")
        try sandbox.write(Self.recording(steps: Self.steps / 4), to: "short.jsonl")
    }

    /// Each kind of line, known and unknown, all along.
    private static func recording(steps: Int) -> String {
        func text(_ json: JSON) -> JSONText { JSONText(json) }
        let header = Header(
            session: "0c8b1a52-7a35-4b6b-9f0e-1f6a3c5d7e90", program: "counter", version: "1.0.0",
            started: "2026-11-21T04:31:05Z", platform: .null, hasChecksums: true)
        var lines = LineWriter.header(header)
        var (count, at, actions, snapshots) = (0, Moment.zero, 0, 0)
        func snapshot(_ seq: Int) {
            snapshots += 1
            lines += LineWriter.line(.snapshot(Snapshot(seq: seq, at: at, state: text(["count": .int(count)]))))
            for number in 1...3 {
                lines += LineWriter.line(
                    .site(Site(seq: seq, at: at, number: number, file: "App/View.swift", line: number)))
            }
        }
        func step(_ seq: Int, _ change: Step.Change, site: Int? = nil) {
            if case .set = change {} else { actions += 1 }
            lines += LineWriter.step(Step(seq: seq, at: at, change: change, from: "user", site: site))
        }
        snapshot(0)
        for seq in 1...steps {
            at = Moment(microseconds: Int64(seq) * 1_000)
            switch seq % 500 {
            case 3:
                step(seq, .opaque("hidden"))
                snapshot(seq)
            case 5:
                count = 7
                step(seq, .set(text(["count": 7]), by: "test"))
            case 7:
                lines += LineWriter.line(.gap(Gap(seq: seq, at: at, through: seq, why: "a test")))
                snapshot(seq)
            default:
                count += 1
                step(seq, .action(text(["increment": [:]])), site: 1 + seq % 3)
            }
            if seq % 100 == 50 { snapshot(seq) }
            if seq % 10 == 9 {
                let value = GeneratedValue(seq: seq, at: at, name: "uuid", value: text("5F0C"))
                lines +=
                    LineWriter.line(.generated(value))
                    + LineWriter.line(.mark(Mark(seq: seq, at: at, name: "mark \(seq)")))
                for kind in ["took", "canceled"] {
                    let time = JSON.number(JSONNumber(text: at.description)!)
                    lines += LineWriter.other(JSON.members(["seq": .int(seq), "at": time, kind: 1]).object!)
                }
            }
        }
        lines += LineWriter.line(.end(End(seq: steps, at: at, actions: actions, snapshots: snapshots)))
        return String(decoding: lines, as: UTF8.self)
    }

    @Test(
        arguments: [
            "state FILE MIDDLE", "state FILE -3 --path '$.count'", "state FILE @3.5s", "diff FILE -2 -1",
            "diff FILE MIDDLE AFTER", "bundle FILE --last 5 -o bundle.jsonl --force", "log FILE --from -10",
            "log FILE --from -10 --sites", "log FILE --from MIDDLE --to AFTER --sites --json",
            "replay FILE --from -10 --no-wait",
        ]) func aMomentIsFoundWithoutReadingTheRest(command: String) throws
    {
        #if os(Linux)
            // Four times as long. A binary search takes two more reads.
            let (read, ofShort) = try (bytesRead(command, "run.jsonl"), bytesRead(command, "short.jsonl"))
            #expect(Double(read) < Double(ofShort) * 1.5, "\(command) reads \(read) and \(ofShort) bytes")
        #endif
    }

    /// By the command and the processes that it started, which its shell has waited for.
    private func bytesRead(_ command: String, _ file: String) throws -> Int {
        let middle = Self.steps / (file == "run.jsonl" ? 2 : 8)
        let command = command.replacing("FILE", with: file).replacing("MIDDLE", with: "\(middle)")
            .replacing("AFTER", with: "\(middle + 1)")
        let finished = try sandbox.shell("\(Sandbox.tools)/counter-timeline \(command) > out; echo $?; cat /proc/$$/io")
        let lines = finished.output.split(separator: "\n")
        #expect(lines.first == "0", "\(command): \(finished)")
        return try #require(lines.lazy.compactMap { Int($0.trimmingPrefix("rchar: ")) }.last)
    }
}
