import ArgumentParser
import Foundation
import Testing
import TimelineTestSupport

@testable import TimelineTool

/// A section of a page in `Transcripts`: a heading that claims something, and below it, indented, the session that shows it.
///
///     ## A position out of range is named
///         = short.jsonl
///         header
///         {"seq":0,"at":0.000000,"state":{"count":0}}
///         % mkdir empty
///         $ counter-timeline state run.jsonl end --path '$.count'
///         -1
///         1$ counter-timeline state run.jsonl 9
///         2> Error: there is no position 9 in run.jsonl: it has positions 0 to 8
///
/// The folder of a session holds `run.jsonl`, a recording of the counter. After `=` and its name comes what a file contains; lines
/// that begin with `%` are a script, which prints nothing; after `$`, with the exit status before it unless that is 0, and a command
/// come its output, its errors after `2> ` and the names of the files that it wrote. What an output advises is run, too: `Advice`.
/// An empty line belongs to the output or file before it. What stands above the first heading prepares each section of the page.
struct Transcript: CustomTestStringConvertible, Sendable {
    /// Rewrites the pages where they differ from what the commands print now; the tests fail nevertheless.
    private static let rewrites = ProcessInfo.processInfo.environment["TIMELINE_REWRITE"] != nil
    private static let rewriting = NSLock()
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Transcripts")
    private static let indentation = "    "

    /// What an error of arguments ends with, by command. A session shows `(the usage of log)`.
    private static let usages = TimelineCommand.configuration.groupedSubcommands.flatMap(\.subcommands).map { command in
        let name = command.configuration.commandName ?? ""
        let usage = TimelineCommand.usageString(for: command)
        return (name, "Usage: \(usage)\n  See 'timeline \(name) --help' for more information.")
    }

    /// The text of each page, by name.
    static let pages: [String: String] = {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        let texts = names.map { ($0, (try? String(contentsOf: folder.appending(path: $0), encoding: .utf8)) ?? "") }
        return Dictionary(uniqueKeysWithValues: texts)
    }()

    static let all: [Transcript] = pages.sorted { $0.key < $1.key }.flatMap { page, text in
        let sections = text.dropLast().components(separatedBy: "\n## ")
        return sections.dropFirst().map { Transcript(page: page, preparation: sections[0], text: "## " + $0) }
    }

    let page: String
    private let preparation: String
    /// From its heading to the next one.
    private let text: String

    var testDescription: String { "\(page): \(text.prefix { $0 != "\n" }.dropFirst(3))" }

    /// A command, a file, a script, or text between them.
    private struct Part {
        /// `$ ` or such as `64$ `, `= `, `% `, or empty for text.
        let mark: String
        var name = ""
        /// What the page shows of a command, the content of a file, a script, or the text.
        var lines: [String] = []

        var isCommand: Bool { mark.hasSuffix("$ ") }

        var text: [String] {
            let margin = indentation + (mark == "% " ? mark : "")
            return (name.isEmpty ? [] : [indentation + mark + name])
                + (mark.isEmpty ? lines : lines.map { $0.isEmpty ? "" : margin + $0 })
        }
    }

    private static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        for line in text.components(separatedBy: "\n") {
            let content = line.dropFirst(indentation.count)
            if !line.isEmpty, !line.hasPrefix(indentation) {
                parts.append(Part(mark: "", lines: [line]))
            } else if let mark = content.prefixMatch(of: #/[0-9]*\$ |= |% /#)?.output {
                let rest = String(content.dropFirst(mark.count))
                if mark != "% " { parts.append(Part(mark: String(mark), name: rest)) }
                if mark == "% ", parts.last?.mark != "% " { parts.append(Part(mark: "% ")) }
                if mark == "% " { parts[parts.count - 1].lines.append(rest) }
            } else {
                parts[parts.count - 1].lines.append(String(content))
            }
        }
        return parts
    }

    /// The commands of the session, each with what it prints and its other lines, such as `wrote out`.
    var commands: [(command: String, shown: [String])] {
        Self.parts(of: text).filter(\.isCommand).map { ($0.name, $0.lines) }
    }

    /// Runs the session, and compares all that it prints with the text.
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
        let sandbox = Sandbox(["run.jsonl": Recorded.run, "../counter.jsonl": Recorded.run])
        for part in Self.parts(of: preparation) { try Self.prepare(part, in: sandbox) }
        return try Self.parts(of: text).flatMap { part in
            try Self.prepare(part, in: sandbox)
            return (part.isCommand ? try Self.run(part.name, in: sandbox) : part).text
        }.joined(separator: "\n")
    }

    private static func prepare(_ part: Part, in sandbox: Sandbox) throws {
        if part.mark == "% " {
            let made = try run("set -e; " + part.lines.joined(separator: "\n"), in: sandbox)
            let shown = made.lines.filter { !$0.hasPrefix("wrote ") && !$0.hasPrefix("removed ") }
            #expect(made.mark == "$ " && shown == [], "\(part.lines)")
        } else if part.mark == "= " {
            let lines = part.lines.map { line in
                guard let program = line.wholeMatch(of: /header( \S+)?/)?.1 else {
                    return line == "header" ? Recorded.header : line
                }
                return Recorded.header.replacing("counter", with: program.dropFirst())
            }
            try sandbox.write(Recorded.text(lines), to: part.name)
        }
    }

    /// All that a command prints and does.
    private static func run(_ command: String, in sandbox: Sandbox) throws -> Part {
        let before = sandbox.files()
        let run = try sandbox.shell(command, environment: ["TOOLS": Sandbox.tools, "FIXTURES": Sandbox.fixtures])
        let after = sandbox.files()
        try Advice(of: command, run)?.check(in: sandbox)
        let written = after.filter { before[$0.key] != $0.value }.keys.sorted()
        let removed = before.keys.filter { after[$0] == nil }.sorted()
        let errors = usages.reduce(run.errors) { $0.replacing($1.1, with: "(the usage of \($1.0))") }
        let shown = lines(of: run.output) + lines(of: errors).map { $0.isEmpty ? "2>" : "2> " + $0 }
        return Part(
            mark: run.status == 0 ? "$ " : "\(run.status)$ ", name: command,
            lines: shown + written.map { "wrote \($0)" } + removed.map { "removed \($0)" })
    }

    private static func lines(of text: String) -> [String] {
        var lines = text.components(separatedBy: "\n")
        if lines.last == "" { lines.removeLast() } else { lines.append("\\ no line break at the end") }
        return lines
    }
}
