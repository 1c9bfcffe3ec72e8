import Foundation
import Testing
import TimelineTestSupport

@Suite(.ownThreads)
struct NarrowTerminalTests {
    private static let commands = [
        ["info", "run.jsonl"], ["log", "run.jsonl"], ["replay", "run.jsonl", "--no-wait"],
        ["bisect", "run.jsonl", "--bad", "$.comments.unread < 0"], ["diff", "run.jsonl", "20", "22"],
        ["help"], ["help", "bisect"], ["help", "record"], ["help", "log"],
        ["bisct"], ["log", "missing.jsonl"], ["state", "run.jsonl", "99"], ["log", "run.jsonl", "--wher", "x"],
        ["info", "http://127.0.0.1:4000"],
    ]

    private static let columns = 40

    @Test func aQuestionIsWrappedBetweenWords() throws {
        let sandbox = Sandbox(["run.jsonl": Recorded.run])
        let talk = try sandbox.talk(
            ["bisect", "run.jsonl"], [("[q]uit:", "q\n")], environment: ["NO_COLOR": "1"], columns: Self.columns)
        #expect(talk.output.split(separator: "\n").filter { $0.count > Self.columns } == [])
        #expect(talk.output.contains("\n  ") && talk.output.contains(" [q]uit: q"))
    }

    private static func shown(_ command: [String], columns: Int) throws -> [Substring] {
        let sandbox = Sandbox()
        try FileManager.default.copyItem(
            atPath: "\(Sandbox.fixtures)/unread-below-zero.jsonl", toPath: "\(sandbox.folder)/run.jsonl")
        let shown = try sandbox.talk(command, with: "timeline", [], environment: ["NO_COLOR": "1"], columns: columns)
        return shown.output.split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The terminal itself would break a line that is too long at its last column. Cut text ends with an ellipsis, a cut path begins with
    /// one, and wrapped commands have a backslash.
    @Test(arguments: commands)
    func linesFitTheTerminalAndBreakBetweenWords(_ command: [String]) throws {
        let narrow = try Self.shown(command, columns: Self.columns)
        #expect(narrow.filter { $0.count > Self.columns } == [])
        func words(_ lines: [Substring]) -> [Substring] {
            lines.flatMap { $0.split(separator: " ") }.filter { $0 != "\\" }
        }
        let wide = Set(words(try Self.shown(command, columns: 1000)))
        #expect(words(narrow).filter { !wide.contains($0) && !$0.contains("…") } == [])
    }
}
