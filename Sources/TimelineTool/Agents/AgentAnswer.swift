internal import Dispatch
internal import TimelineDebugger
internal import TimelineKit

/// What a command answered, cut to what an agent can read at once.
struct AgentAnswer: Equatable {
    let text: String
    let isError: Bool

    /// Of the text, in bytes. A token is about 3 bytes of JSON, so that an answer has about 2,000 tokens at most.
    static let limit = 6000
    /// Of a line of such a text, in characters.
    private static let lineLimit = 200
    private static let seconds = 60

    init(_ error: ToolError) { self.init("Error: \(error.message)", next: nil, isError: true) }

    init(_ output: String, next: String?, isError: Bool = false) {
        let next = next.map { "\nNext: \($0)" } ?? ""
        text = Self.cut(VisibleText.json(output), to: Self.limit - next.utf8.count) + next
        self.isError = isError
    }

    /// Runs a command of this executable. What it writes to standard error comes with its output.
    ///
    /// - Parameters:
    ///   - app: The address of the app whose timeline is in the file at `path`.
    ///   - note: Lines before the output.
    init(
        command: [String], app: (path: String, url: String)?, note: String, next: String, _ question: AgentQuestion
    ) {
        do {
            var output: [UInt8] = []
            let process = try ProgramProcess(
                [CurrentProcess.executable] + command, environment: [ProgramProcess.variable: "-1"], input: []
            ) {
                // Of more, only lines are counted.
                output += $0.prefix(output.count > Self.limit ? 0 : Self.limit) + [UInt8(ascii: "\n")]
            }
            question.begin(process.child)
            let deadline = DispatchWorkItem { question.end(.late) }
            DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.seconds), execute: deadline)
            defer { deadline.cancel() }
            // No answer comes: this is its end.
            _ = try process.next(Bool.self)
            question.finish()
            let ending = try process.end().ending
            var text = note + String(decoding: output, as: UTF8.self)
            if let app { text = text.replacing(app.path, with: app.url) }
            switch ending {
            case .exited(0) where command[0] == "test" && output.count > Self.limit:
                self.init(
                    "Error: the test is too long for an answer. `timeline test` writes it.\n", next: nil, isError: true)
            // A negative finding, and that it can't be told, are answers.
            case .exited(0...2): self.init(text, next: next)
            case .exited(Int(ExitStatus.badFile.rawValue)):
                self.init(text, next: "the same with salvage: true, for what can be read.", isError: true)
            case .exited: self.init(text, next: nil, isError: true)
            case let ending:
                let how = question.end == .late ? "did not end within \(Self.seconds) seconds" : ending.text
                self.init("\(text)Error: \(command[0]) \(how)", next: nil, isError: true)
            }
        } catch { self.init(ToolError(error)) }
    }

    /// Of a text that is too long, the beginnings of its first lines.
    private static func cut(_ text: String, to limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map {
            $0.count > lineLimit ? "\($0.prefix(lineLimit)) …" : String($0)
        }
        if lines.last == "" { lines.removeLast() }
        var room = limit - 100
        let count = lines.prefix {
            room -= $0.utf8.count + 1
            return room > 0
        }.count
        let rest = lines.count - count
        let note = rest == 0 ? [] : ["… \(rest) more lines. Ask for less: a path, a range, or a condition."]
        return (lines[..<count] + note).joined(separator: "\n") + "\n"
    }
}
