import Foundation
import Testing
import TimelineTestSupport

/// `blame`, `when` and `log` on generated timelines of the counter, compared with counts that are known from what was written.
@Suite(.ownThreads)
struct GeneratedHistoryTests {
    /// A timeline, and what is true of it.
    private struct Run {
        var lines = Array(Recorded.lines[..<2])
        /// The count after each step; nil where it is unknown.
        var counts: [Int?] = [0]
        /// The steps that are not in the file, or were not encoded.
        var lost: Set<Int> = []
        private var count = 0

        init(_ seed: Seed) {
            var random = seed
            for _ in 0..<Int.random(in: 1...40, using: &random) {
                let seq = counts.count
                let amount = Int.random(in: -2...2, using: &random)
                count += amount
                switch Int.random(in: 0..<12, using: &random) {
                case 0:
                    lines.append(#"{"seq":\#(seq),"at":1.000000,"set":{"count":\#(count)},"by":"test"}"#)
                    counts.append(count)
                case 1:
                    lines.append(#"{"seq":\#(seq),"at":1.000000,"opaque":"Add(\#(amount))"}"#)
                    counts.append(nil)
                    lost.insert(seq)
                case 2:
                    let through = seq + Int.random(in: 0...2, using: &random)
                    lines.append(#"{"seq":\#(seq),"at":1.000000,"gap":{"through":\#(through),"why":"test"}}"#)
                    for lostSeq in seq...through {
                        counts.append(nil)
                        lost.insert(lostSeq)
                    }
                    snapshot()
                case 3:
                    lines.append(#"{"seq":\#(seq),"at":1.000000,"action":{"add":{"amount":\#(amount)}}}"#)
                    counts.append(nil)
                    snapshot()
                default:
                    lines.append(#"{"seq":\#(seq),"at":1.000000,"action":{"add":{"amount":\#(amount)}}}"#)
                    counts.append(counts[seq - 1] == nil ? nil : count)
                }
            }
            snapshot()
        }

        private mutating func snapshot() {
            lines.append(#"{"seq":\#(counts.count - 1),"at":1.000000,"state":{"count":\#(count)}}"#)
            counts[counts.count - 1] = count
        }

        /// The changes of the count, oldest first: the positions of the states before and after.
        var changes: [(before: Int, after: Int)] {
            let known = counts.indices.filter { counts[$0] != nil }
            return zip(known, known.dropFirst()).filter { counts[$0] != counts[$1] }.map { ($0, $1) }
        }

        func isNamed(_ change: (before: Int, after: Int)) -> Bool {
            change.after == change.before + 1 && !lost.contains(change.after)
        }

        func line(_ seq: Int) -> String {
            lines.first { $0.hasPrefix("{\"seq\":\(seq),") && !$0.contains("\"state\"") } ?? ""
        }
    }

    @Test func equalABruteForceAnswer() throws {
        for _ in 0..<Harness.count(small: 8, full: 300) {
            let seed = Seed()
            let run = Run(seed)
            let sandbox = try Sandbox(["run.jsonl": Recorded.text(run.lines)])
            func output(_ arguments: String...) throws -> (output: String, status: Int32) {
                let finished = try sandbox.run([arguments[0], "run.jsonl"] + arguments.dropFirst())
                return (finished.output, finished.status)
            }
            let changes = run.changes
            let (named, isUnsure) = (changes.filter(run.isNamed), run.counts.contains(nil))

            let blame = try output("blame", "$.count", "--json")
            let listed = changes.reversed().map { change in
                let values =
                    #"[{"path":"/count","before":\#(run.counts[change.before]!),"after":\#(run.counts[change.after]!)}]"#
                return run.isNamed(change)
                    ? #"{"step":\#(run.line(change.after)),"changes":\#(values)}"#
                    : #"{"between":[\#(change.before),\#(change.after)],"changes":\#(values)}"#
            }
            let start =
                #"{"path":"$.count","changes":[\#(listed.joined(separator: ","))],"states":\#(run.counts.count),"#
            #expect(blame.output.hasPrefix(start), "\(seed)")
            let isSure = !isUnsure && named.count == changes.count
            #expect(blame.status == (named.isEmpty ? isSure ? 1 : 2 : 0), "\(seed)")

            let touching = try output("log", "--touching", "/count", "--json")
            #expect(touching.output == Recorded.text(named.map { run.line($0.after) }), "\(seed)")
            #expect(touching.status == blame.status, "\(seed)")

            let below = run.counts.indices.filter { run.counts[$0].map { $0 < 0 } == true }
            let spans = RangeSet(below.map { $0..<$0 + 1 }).ranges.map { "[\($0.lowerBound),\($0.upperBound - 1)]" }
            let when = try output("when", "$.count < 0", "--json")
            let answer =
                #"{"states":\#(run.counts.count),"true":\#(below.count),"spans":[\#(spans.joined(separator: ","))]"#
            #expect(when.output.hasPrefix(answer), "\(seed)")
            #expect(when.status == (below.isEmpty ? isUnsure ? 2 : 1 : 0), "\(seed)")

            let state = try output("log", "--state", "$.count < 0", "--json")
            let steps = below.map(run.line).filter { !$0.isEmpty && !$0.contains("\"gap\"") }
            #expect(state.output == Recorded.text(steps), "\(seed)")
        }
    }
}
