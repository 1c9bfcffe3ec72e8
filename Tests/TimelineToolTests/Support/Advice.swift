import Foundation
import Synchronization
import Testing
import TimelineTestSupport

/// What the output of a command tells a person to run: lines such as `timeline state run.jsonl 2`, commands in backquotes, and options
/// to pass to the same command.
struct Advice {
    /// Many pages advise the same in folders with the same files.
    private static let checked = Mutex<Set<String>>([])
    private static let refusals: Set<Int32> = [64, 65, 127]

    private let command: String
    private let lines: [Substring]

    /// Nil for help, and where the output is not that of one command of the tool.
    init?(of command: String, _ run: Finished) {
        let unquoted = command.replacing(/'[^']*'/, with: "")
        let isHelp = ["help", "--generate", "log ", "info "].contains { unquoted.contains($0) }
        guard !isHelp, !unquoted.contains(where: { "|;<>&".contains($0) }),
            unquoted.contains("timeline") || unquoted.contains("./")
        else { return nil }
        self.command = command
        lines = (run.output + "\n" + run.errors).split(separator: "\n")
        if run.status == Self.usage, !lines.contains(where: { $0.contains("timeline") }) { return nil }
        isUsage = run.status == Self.usage
    }

    private static let usage: Int32 = 64
    private let isUsage: Bool

    /// Runs all of it in copies of the folder, and expects that none is refused.
    func check(in sandbox: Sandbox) throws {
        let files = sandbox.files().hashValue
        for line in commands + options
        where Self.checked.withLock({ $0.insert("\(line) \(files)").inserted }) {
            let run = try sandbox.copy().shell(line)
            let isIncomplete = run.errors.contains("Missing value for '--")
            #expect(
                !Self.refusals.contains(run.status) || isIncomplete, "`\(command)` advises `\(line)`:\n\(run.errors)")
        }
    }

    private var commands: [String] {
        lines.flatMap { line -> [String] in
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.hasPrefix("timeline "), !text.contains("<") { return [text] }
            return text.matches(of: /[`'](timeline [^`'<]+)[`']/).map { match in
                let named = String(match.1)
                // The name of a command alone says what it does.
                if named.split(separator: " ").count == 2 {
                    return named.replacing("timeline ", with: "timeline help ")
                }
                return named.replacing("FILE", with: file).replacing("COPY", with: "advised.jsonl")
            }
        }
    }

    private var file: String {
        command.split(separator: " ").first { $0.hasSuffix(".jsonl") }.map(String.init) ?? "run.jsonl"
    }

    private var options: [String] {
        if isUsage { return [] }
        return lines.filter { !$0.hasPrefix("  ") && !$0.hasPrefix("///") && !$0.hasPrefix("{") }.flatMap { line in
            line.matches(of: /(--[a-z-]+)( [0-9]+| salvage)?/).compactMap { match in
                command.contains(match.1) ? nil : "\(command) \(match.0)"
            }
        }
    }
}
