import Testing
import TimelineKit
import TimelineLab
import TimelineTestSupport

@Suite(.ownThreads)
struct LabScoreTests {
    /// Prints a table. A fraction is how many of the findings with that label can happen, how many findings told of a bug that an
    /// earlier one had told of, how many of the bugs were shown by a run that can happen, how many shortest runs show another bug than
    /// their recording, and how many of them can happen. F is of pairs of recordings in one group. Columns after "bugs, any run" are
    /// of a program that knows its controls; "merged" has one invariant for all bugs.
    @Test func findingsAreJudged() throws {
        let size =
            Harness.isFull
            ? LabScore.Size(seeds: [1, 2, 3], limit: ["--seconds", "30"], crashes: 5, isControlledToo: true)
            : LabScore.Size(seeds: [1], limit: ["--steps", "20000"], crashes: 2, isControlledToo: false)
        let labs = Harness.isFull ? Lab.all : Lab.all.filter { ["search", "wizard"].contains($0.name) }
        let scores = try labs.map { (name: $0.name, score: try LabScore($0, size)) }
        print("\n" + LabScore.table(scores) + "\n")
        for (_, score) in scores {
            let parts: [LabScore.Column] = [.triageOther, .mergedOther, .minimizeOther]
            #expect(parts.allSatisfy { score.cells[$0]?.whole == 2 * size.crashes })
            if Harness.isFull { continue }
            #expect(parts.allSatisfy { score.cells[$0]?.part == 0 })
            let ofPairs: [LabScore.Column] = [.triageF, .mergedF]
            #expect(ofPairs.allSatisfy { score.cells[$0]?.part == score.cells[$0]?.whole })
        }
    }

    /// What its results answer is not known.
    @Test func aProgramWhoseRecordingsHaveNoCausesHasNoPossibleRun() throws {
        let sandbox = Sandbox()
        let lab = try #require(Lab.all.first { $0.name == "auction" })
        for number in 0..<6 { lab.record(seed: UInt64(number), steps: 100, to: "\(sandbox.folder)/\(number).jsonl") }
        let arguments = ["explore", ".", "--json", "--steps", "3000"]
        let output = try sandbox.run(arguments, with: "auction-timeline", timeout: .seconds(600)).output
        let findings = try JSON(parsing: output).object?["findings"]?.array ?? []
        #expect(findings.count > 2 && findings.allSatisfy { $0.object?["label"] != "possible" }, "\(output)")
        #expect(output.contains("bidAccepted can come then: no recording says what caused one"))
    }
}
