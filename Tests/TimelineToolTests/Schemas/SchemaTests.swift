import Foundation
import Testing
import TimelineKit
import TimelineTestSupport

/// The schemas of `timeline schema`, judged by the package `jsonschema` of Python.
@Suite(.ownThreads)
struct SchemaTests {
    private let sandbox = Sandbox()

    @Test func theCommandsThatPrintJSONAreThoseWithASchema() throws {
        for command in HelpTests.commands {
            let printsJSON = try sandbox.run([command, "--help"]).output.contains(#/\n +--json\b/#)
            #expect(try sandbox.run(["schema", command]).status == (printsJSON ? 0 : 64), "\(command)")
        }
    }

    @Test(.needs(.jsonschema)) func theSchemasDescribeAllThatIsPrintedAndRefuseTheRest() async throws {
        var schemas = JSONObject()
        for command in HelpTests.commands {
            let schema = try sandbox.run(["schema", command])
            if schema.status == 0 { schemas[command] = try JSON(parsing: schema.output) }
        }
        let (shown, skipped) = Self.answersOfTranscripts(schemas.members.map(\.key))
        let answers = shown + (try answersAboutFixtures()) + (try await answersOfAnApp())
        print("\(try check(.object(schemas), answers: answers))\(skipped) commands of transcripts are left out")
    }

    @Test(.needs(.jsonschema)) func theSchemaOfALineAgreesWithTheReader() throws {
        let schema = try JSON(parsing: sandbox.run(["schema"]).output)
        print(try check(["line": schema], files: Self.timelines.map { .string($0) }, lines: try Self.changedLines()))
    }

    /// Returns what was validated.
    private func check(_ schemas: JSON, files: [JSON] = [], lines: [JSON] = [], answers: [JSON] = []) throws -> String {
        let task: JSON = [
            "schemas": schemas, "files": .array(files), "lines": .array(lines), "answers": .array(answers),
        ]
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "check-schemas.py")
        let script = try String(contentsOf: file, encoding: .utf8)
        let finished = try Python.run(script, in: sandbox, input: task.description, timeout: .seconds(120))
        #expect(finished.status == 0, "\(finished.errors)")
        return finished.output
    }

    // MARK: - Answers

    private static func answer(_ command: String, _ place: String, _ output: String) -> JSON {
        ["command": .string(command), "place": .string(place), "output": .string(output)]
    }

    /// What the pages show of single commands with `--json`, whose output goes nowhere else, and the number of the others.
    private static func answersOfTranscripts(_ commands: [String]) -> (answers: [JSON], skipped: Int) {
        var answers: [JSON] = []
        var skipped = 0
        for transcript in Transcript.all {
            for (line, shown) in transcript.commands where line.contains("--json") {
                let bare = line.replacing(/'[^']*'/, with: "''")
                let single = #/(?:\w+=\S* )*(?:\S*timeline|\./\w+) (\w+) [^|>;&]*(?:2> ?/dev/null)?/#
                guard let match = bare.wholeMatch(of: single), commands.contains(String(match.1)) else {
                    skipped += 1
                    continue
                }
                let output = shown.filter { !$0.contains(/^(2>|wrote |removed )/) }
                let place = "\(transcript.testDescription): \(line)"
                answers.append(answer(String(match.1), place, output.joined(separator: "\n")))
            }
        }
        return (answers, skipped)
    }

    /// What the transcripts show of few timelines.
    private func answersAboutFixtures() throws -> [JSON] {
        let broken = try FileManager.default.contentsOfDirectory(atPath: "\(Sandbox.fixtures)/Broken").sorted()
            .map { "Broken/\($0)" }
        let crash = "trap-while-filtered.bundle.jsonl"
        let unread = "unread-below-zero.jsonl"
        var commands: [[String]] = [
            ["verify", "."], ["log", "full.jsonl"], ["log", unread], ["replay", unread, "--no-wait"],
        ]
        commands += [crash, "full.jsonl", "generated.jsonl", "Segments", "Broken/damaged.jsonl", "Broken/torn.jsonl"]
            .map {
                ["info", $0]
            }
        commands += (broken + [crash, "odd.jsonl"]).map {
            ["repair", $0, "-o", "\(sandbox.folder)/copy.jsonl", "--force"]
        }
        commands += [
            ["bisect", crash, "--invariant", "selection is in the list"],
            ["bisect", unread, "--bad", "$.comments.unread < 0"],
            ["blame", unread, "$.comments"], ["when", unread, "$.screens[1]"], ["diff", unread, "0", "end"],
            ["diff", unread, crash],
            [
                "redact", unread, "-o", "\(sandbox.folder)/clean.jsonl", "--path", "$..title", "--action-path",
                "$..title",
            ],
        ]
        // Not every store says where an action comes from.
        let plain = [
            #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
            #"{"seq":1,"at":0.100000,"action":{"add":{"amount":-10}}}"#,
        ]
        try sandbox.write(Recorded.text([Recorded.header] + plain), to: "plain.jsonl")
        let explored = try sandbox.run(["explore", "plain.jsonl", "--steps", "100", "--json"])
        return try [Self.answer("explore", "explore", explored.output)]
            + commands.map { command in
                let finished = try sandbox.run(
                    ["-c", #"cd "$0" && exec "$@""#, Sandbox.fixtures, "\(Sandbox.tools)/timeline"] + command + [
                        "--json"
                    ],
                    with: "/bin/sh")
                return Self.answer(command[0], command.joined(separator: " "), finished.output)
            }
    }

    /// What `send` and `watch` print, which need an app that runs.
    private func answersOfAnApp() async throws -> [JSON] {
        let app = try LiveApp()
        var answers: [JSON] = []
        let increment = #"{"increment":{}}"#
        for sent in [
            [increment], [increment, increment], ["--open", "counter://add/3"], ["--to", "1"], ["--resume"],
        ] {
            let sent = try sandbox.run(
                ["send", app.url] + sent + ["--json"], environment: ["TIMELINE_TOKEN": app.token])
            answers.append(Self.answer("send", "send", sent.output))
        }
        let watched = try withExtendedLifetime(app.countUp()) {
            try sandbox.run(["watch", app.url, "--steps", "3", "--json"], environment: ["TIMELINE_TOKEN": app.token])
        }
        answers.append(Self.answer("watch", "watch", watched.output))
        await app.stop()
        return answers
    }

    // MARK: - Lines of timelines

    /// The valid ones.
    private static let timelines: [String] = {
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: Sandbox.fixtures)) ?? []
        return names.sorted().filter { $0.hasSuffix(".jsonl") && !$0.hasPrefix("Broken/") }
            .map { "\(Sandbox.fixtures)/\($0)" }
    }()

    /// Notes that readers take in any form, most of them of the header, and that the schema describes as they are written.
    private static let notes: Set = [
        "platform", "snapshots", "redaction", "dropped", "derived", "replica", "asked", "signal", "status", "backtrace",
        "in",
    ]

    /// Lines without a member, or with another value for it, and whether the reader takes them.
    private static func changedLines() throws -> [JSON] {
        var shapes: Set<[String]> = []
        var lines: [JSON] = []
        for path in timelines {
            for text in try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n") {
                guard var object = try JSON(parsing: String(text)).object,
                    shapes.insert(object.members.map(\.key)).inserted
                else { continue }
                // A change makes the checksum wrong.
                object["crc"] = nil
                let checksums: [JSON] = ["5", .null]
                for changed in changes(of: object) + checksums.map({ changing(object, "crc", $0) }) {
                    let line = JSON.object(changed).description
                    let isValid =
                        switch try? LineParser.parse(Array(line.utf8)) {
                        case .header(let header)?: header.format == Header.formatVersion
                        case nil: false
                        default: true
                        }
                    lines.append([.string(line), .bool(isValid)])
                }
            }
        }
        return lines
    }

    private static func changing(_ object: JSONObject, _ key: String, _ value: JSON?) -> JSONObject {
        var object = object
        object[key] = value
        return object
    }

    private static func changes(of object: JSONObject) -> [JSONObject] {
        object.members.filter { !notes.contains($0.key) }.flatMap { member in
            let values: [JSON] = [.null, true, 0, 7, -1, 0.5, "text", [], ["text"], [1], [:], ["odd": 1]]
            let inner = ["bundle", "last", "gap", "end", "generated"].contains(member.key) ? member.value.object : nil
            return ([nil] + values).map { changing(object, member.key, $0) }
                + (inner.map(changes) ?? []).map { changing(object, member.key, .object($0)) }
        }
    }
}
