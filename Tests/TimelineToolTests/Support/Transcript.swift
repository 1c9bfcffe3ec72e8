import Foundation
import Testing
import TimelineTestSupport

/// A section of a page in `Transcripts`: a heading that claims something, and sessions that show it, in the form of the README.
///
///     ## A position out of range is named
///
///     ```console
///     $ counter-timeline state run.jsonl 9
///     2> Error: there is no position 9 in run.jsonl: it has positions 0 to 8
///     exit 1
///     ```
///
/// The folder of a session holds `run.jsonl`, a recording of the counter. A block ```` ```sh ```` changes it and prints nothing; one
/// that names a file contains it. After a command come its output, its errors after `2> `, its exit status unless that is 0, and
/// the names of the files that it wrote. What an output advises is run, too: `Advice`.
struct Transcript: CustomTestStringConvertible, Sendable {
    /// Rewrites the pages where they differ from what the commands print now; the tests fail nevertheless.
    private static let rewrites = ProcessInfo.processInfo.environment["TIMELINE_REWRITE"] != nil
    private static let rewriting = NSLock()
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Transcripts")

    static let all: [Transcript] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasSuffix(".md") }.sorted().flatMap(sections)
    }()

    private let page: String
    /// From its heading to the next one.
    private let text: String

    var testDescription: String { "\(page): \(text.prefix { $0 != "\n" }.dropFirst(3))" }

    private static func sections(of page: String) -> [Transcript] {
        let text = try? String(contentsOf: folder.appending(path: page), encoding: .utf8)
        return (text ?? "").components(separatedBy: "\n## ").dropFirst().map {
            Transcript(page: page, text: "## " + $0)
        }
    }

    /// The commands of the sessions, each with what it prints and its other lines, such as `exit 1`.
    var commands: [(command: String, shown: [String])] {
        var commands: [(command: String, shown: [String])] = []
        var isSession = false
        for line in text.components(separatedBy: "\n") {
            if line.hasPrefix("```") {
                isSession = line == "```console"
            } else if isSession, line.hasPrefix("$ ") {
                commands.append((String(line.dropFirst(2)), []))
            } else if isSession {
                commands[commands.count - 1].shown.append(line)
            }
        }
        return commands
    }

    /// Runs the sessions, and compares all that they print with the text.
    func check() throws {
        let shown = try shown()
        if shown == text { return }
        Issue.record(
            """
            \(page) shows:
            \(text)
            and the commands print:
            \(shown)
            If that is right: TIMELINE_REWRITE=1 swift test --filter TranscriptTests
            """)
        guard Self.rewrites else { return }
        try Self.rewriting.withLock {
            let file = Self.folder.appending(path: page)
            let whole = try String(contentsOf: file, encoding: .utf8)
            try whole.replacing("\n" + text, with: "\n" + shown, maxReplacements: 1)
                .write(to: file, atomically: true, encoding: .utf8)
        }
    }

    /// The text with what the commands print now.
    private func shown() throws -> String {
        let sandbox = try Sandbox(["run.jsonl": Recorded.run, "../counter.jsonl": Recorded.run])
        var shown: [String] = []
        var fence: String?
        var block: [String] = []
        for line in text.components(separatedBy: "\n") {
            guard let open = fence else {
                shown.append(line)
                if line.hasPrefix("```") { (fence, block) = (String(line.dropFirst(3)), []) }
                continue
            }
            guard line == "```" else {
                block.append(line)
                continue
            }
            fence = nil
            if open == "console" {
                for line in block where line.hasPrefix("$ ") {
                    shown.append(line)
                    shown += try Self.run(String(line.dropFirst(2)), in: sandbox)
                }
            } else {
                shown += block
                try Self.prepare(open, block, in: sandbox)
            }
            shown.append(line)
        }
        return shown.joined(separator: "\n")
    }

    private static func prepare(_ kind: String, _ block: [String], in sandbox: Sandbox) throws {
        let words = kind.split(separator: " ")
        guard words.count == 2 else {
            let made = try run("set -e; " + block.joined(separator: "\n"), in: sandbox).filter {
                !$0.hasPrefix("wrote ") && !$0.hasPrefix("removed ")
            }
            #expect(made == [], "\(block)")
            return
        }
        let lines = block.map { line in
            guard let program = line.wholeMatch(of: /header( \S+)?/)?.1 else {
                return line == "header" ? Recorded.header : line
            }
            return Recorded.header.replacing("counter", with: program.dropFirst())
        }
        try sandbox.write(Recorded.text(lines), to: String(words[1]))
    }

    /// All that a command prints and does, as lines of a session.
    private static func run(_ command: String, in sandbox: Sandbox) throws -> [String] {
        let before = sandbox.files()
        let run = try sandbox.shell(command, environment: ["TOOLS": Sandbox.tools, "FIXTURES": Sandbox.fixtures])
        let after = sandbox.files()
        try Advice(of: command, run)?.check(in: sandbox)
        let written = after.filter { before[$0.key] != $0.value }.keys.sorted()
        let removed = before.keys.filter { after[$0] == nil }.sorted()
        return lines(of: run.output) + lines(of: run.errors).map { $0.isEmpty ? "2>" : "2> " + $0 }
            + (run.status == 0 ? [] : ["exit \(run.status)"]) + written.map { "wrote \($0)" }
            + removed.map { "removed \($0)" }
    }

    private static func lines(of text: String) -> [String] {
        var lines = text.components(separatedBy: "\n")
        if lines.last == "" { lines.removeLast() } else { lines.append("\\ no line break at the end") }
        return lines
    }
}
