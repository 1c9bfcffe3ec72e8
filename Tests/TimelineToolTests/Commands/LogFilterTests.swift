import Testing
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@testable import TimelineTool

@Suite(.ownThreads)
struct LogFilterTests {
    private static let actions = [
        #"{"add":{"amount":5}}"#, #"{"add":{"amount":-5}}"#, #"{"reset":{}}"#, #""reset""#, #""add""#, "17", "null",
        "[1,2]", "{}",
        #"{"type":"add","amount":5}"#, #"{"other":{"add":{"amount":5}}}"#, #"{"\u0061dd":{"amount":5}}"#,
        #"{ "add" : { "amount" : 5 } }"#, #"{"reset":{"text":"add"}}"#, #"{"é":{"amount":5}}"#, #"{"a\"b":1}"#,
    ]

    @Test(
        "A filter that skips actions by their names finds the steps and the unseen paths of one that evaluates all",
        arguments: [
            "$.add", "!$.add", "$.add.amount > 0", "$.add.amount < 0 || $.reset", "$.amount == 5", "$", "$ == 'reset'",
            "$..amount", "$[0] == 1", "$.missing.path == 1", "count($.*) > 1", "$['é'].amount == 5", "$['a\"b'] == 1",
            "$.add == $.reset", "@.add.amount - 5 == 0", "length($.type) == 3", "$.reset.text == 'add' && !$.add",
        ])
    func sameAsEvaluatingAll(_ expression: String) throws {
        let condition = try JSONCondition(parsing: expression)
        var seed = Seed()
        var bytes = LineWriter.header(
            Header(
                session: "s", program: "p", version: "1", started: "2026-11-21T04:31:05Z", platform: .null,
                hasChecksums: true))
        bytes += LineWriter.line(.snapshot(Snapshot(seq: 0, at: .zero, state: JSONText(.null))))
        var expected: [Int] = []
        var unseen = UnseenPaths(condition)
        for seq in 1...3000 {
            let action = Self.actions.randomElement(using: &seed) ?? "null"
            let head = #"{"seq":\#(seq),"at":0.000001,"action":\#(action),"from":"add""#
            bytes += Array("\(head),\"crc\":\"\(Checksum.text(Checksum.of(head.utf8)))\"}\n".utf8)
            guard (100...2900).contains(seq) else { continue }
            let value = try JSON(parsing: Array(action.utf8))
            unseen.evaluate(in: value)
            if try condition.holds(for: value) { expected.append(seq) }
        }
        let journal = try Journal(bytes: bytes)
        let filter = try LogFilter(StepSelection(condition: condition), in: 100...2900) { line in
            if case .step(let step) = line.content { [UInt8(step.seq >> 8), UInt8(step.seq & 255)] } else { [] }
        }
        var lines = journal.lines()
        var ahead: ReadAhead<LogFilter.Matches>?
        var found: [Int] = []
        var foundUnseen = UnseenPaths(condition)
        while let matches = try lines.nextBlock(&ahead, { block, _ in filter.matches(in: block) }) {
            #expect(matches.error == nil)
            for place in stride(from: 0, to: matches.output.count, by: 2) {
                found.append(Int(matches.output[place]) << 8 | Int(matches.output[place + 1]))
            }
            #expect(matches.count == matches.output.count / 2)
            foundUnseen.add(try #require(matches.unseen))
        }
        #expect(found == expected, "\(seed)")
        #expect((foundUnseen.count, foundUnseen.paths) == (unseen.count, unseen.paths), "\(seed)")
    }
}
