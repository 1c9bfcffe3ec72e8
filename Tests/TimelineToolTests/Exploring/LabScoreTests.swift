import Testing
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
            #expect(score.cells[.minimizePossible]?.whole == 2 * size.crashes)
            #expect(score.cells[.triageOther]?.whole == 2 * size.crashes)
            #expect(score.cells[.mergedOther]?.whole == 2 * size.crashes)
        }
    }
}
