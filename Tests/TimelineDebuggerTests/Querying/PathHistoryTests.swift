import Synchronization
import Testing
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@testable import TimelineDebugger

struct PathHistoryTests {
    /// Each path with a walk over the state that needs neither a parser nor JSON.
    private static let paths: [(path: String, walk: @Sendable (Inbox) -> [String])] = [
        ("$.unread", { ["\($0.unread)"] }),
        ("/unread", { ["\($0.unread)"] }),
        ("/names/1", { $0.names.count > 1 ? [$0.names[1]] : [] }),
        ("$.names[-1]", { state in state.names.last.map { ["\(state.names.count - 1) \($0)"] } ?? [] }),
        ("$.names[*]", { $0.names.enumerated().map { "\($0) \($1)" } }),
        ("$.counts.ann", { $0.counts["ann"].map { ["\($0)"] } ?? [] }),
        (
            "$.counts[?@ > $.unread]",
            { state in
                state.counts.filter { $0.value > state.unread }.map { "\($0.key) \($0.value)" }.sorted()
            }
        ),
        ("$..ben", { $0.counts["ben"].map { ["\($0)"] } ?? [] }),
        ("$.tags", { [$0.tags.sorted().joined(separator: ",")] }),
        ("", { ["\($0.unread) \($0.names) \($0.tags.sorted()) \($0.counts.sorted { $0.key < $1.key })"] }),
        ("$.absent", { _ in [] }),
    ]

    @Test(arguments: [.max, 300, 0], [false, true])
    func equalsABruteForceAnswer(valueLimit: Int, isFresh: Bool) throws {
        for seed in Seed.several(Harness.count(small: 4, full: 2000)) {
            let run = WrittenInbox(seed)
            let journal = try run.journal
            for (path, walk) in Self.paths {
                let expected = run.changes(walk)
                var history = try run.history(path, journal, fresh: isFresh, valueLimit: valueLimit)
                var found: [WrittenInbox.Change] = []
                try history.visitBackwards(stretch: [1, 5, .max][run.states.count % 3]) {
                    found.append(WrittenInbox.Change($0))
                    return true
                }
                #expect(found == expected.reversed(), "\(path), \(seed)")
                let unknown = run.states.indices.filter { run.states[$0] == nil }
                #expect(history.unknown == RangeSet(unknown.map { $0..<$0 + 1 }), "\(path), \(seed)")
                #expect(history.states == (run.states.count > 1 ? run.states.count : 0), "\(path), \(seed)")
            }
        }
    }

    @Test func theLastWriterIsTheLastOfTheRange() throws {
        for start in Seed.several(Harness.count(small: 20, full: 2000)) {
            var seed = start
            let run = WrittenInbox(seed)
            let journal = try run.journal
            let from = Int.random(in: 0..<run.states.count, using: &seed)
            let at = Int.random(in: from..<run.states.count, using: &seed)
            for (path, walk) in Self.paths {
                let expected = run.changes(walk).last { $0.steps.upperBound <= at && $0.steps.upperBound >= from }
                var history = try run.history(path, journal, from...at)
                var found: WrittenInbox.Change?
                try history.visitBackwards(stretch: 1) {
                    found = WrittenInbox.Change($0)
                    return false
                }
                #expect(found == expected, "\(path) from \(from) to \(at), \(seed)")
                let sure = expected?.steps.upperBound ?? max(from, 1) - 2
                let unsure = (sure + 1..<at + 1).filter { run.states[$0] == nil }
                #expect(history.unknown == RangeSet(unsure.map { $0..<$0 + 1 }), "\(path) \(from) \(at), \(seed)")
            }
        }
    }

    @Test func placesAreListedOnceAndOnlyWhereTheyDiffer() throws {
        let before: JSON = ["a": ["x": 1, "y": 2], "b": [1, 2], "c": 3]
        let after: JSON = ["a": ["x": 1, "y": 5], "b": [1], "d": 3]
        func places(_ path: String) throws -> [String] {
            let path = try StatePath(parsing: path)
            return try PathChange.Place.places(from: path.nodes(in: before), to: path.nodes(in: after)).map {
                "\($0.path.pathDescription) \($0.before?.description ?? "-") \($0.after?.description ?? "-")"
            }
        }
        #expect(try places("$.a.x") == [])
        #expect(try places("$.a.y") == ["$.a.y 2 5"])
        #expect(try places("$.a['x','y','y']") == ["$.a.y 2 5"])
        #expect(try places("$.c") == ["$.c 3 -"])
        #expect(try places("$.d") == ["$.d - 3"])
        #expect(try places("$.b[-1]") == ["$.b[1] 2 -", "$.b[0] - 1"])
        // A value and what is inside it are one place.
        #expect(try places("$..*") == [#"$.a {"x":1,"y":2} {"x":1,"y":5}"#, "$.b [1,2] [1]", "$.c 3 -", "$.d - 3"])
        // The same members in another order are no change.
        let other: JSON = ["c": 3, "b": [1, 2], "a": ["y": 2, "x": 1]]
        let all = try StatePath(parsing: "$..*")
        #expect(try PathChange.Place.places(from: all.nodes(in: before), to: all.nodes(in: other)) == [])
    }

    /// Each of 500 steps changes some 500 bytes, and every hundredth state is on file.
    @Test(arguments: [(limit: 1 << 24, most: 500), (limit: 20_000, most: 2_500)])
    func noMoreValuesAreHeldThanFitInALimit(_ limit: Int, most: Int) throws {
        let count = Counted()
        let tag = String(repeating: "x", count: 500)
        let run = WrittenInbox(length: 500, snapshotsEvery: 100) { $0 % 2 == 0 ? .untagged(tag) : .tagged(tag) }
        let path = try StatePath(parsing: "$.tags")
        var history = PathHistory(
            ReplayedStates(Replayer(count.program, try run.journal)), path, in: 0...500,
            valueLimit: limit)
        var found: [Int] = []
        try history.visitBackwards(stretch: .max) {
            found.append($0.steps.upperBound)
            return true
        }
        #expect(found == Array((1...500).reversed()))
        let reduced = count.reduced.load(ordering: .relaxed)
        #expect((500...most).contains(reduced), "\(reduced)")
        // What does not fit is walked again.
        #expect((reduced > 500) == (limit < 1 << 24))
    }

    /// Counts the steps that are reduced.
    private static func reduced(
        at: Int, in length: Int, snapshotsEvery distance: Int, changesAt: Set<Int>
    ) throws -> (step: Int?, reduced: Int) {
        let count = Counted()
        let run = WrittenInbox(length: length, snapshotsEvery: distance) {
            changesAt.contains($0) ? .received(from: "ann") : .tagged("\($0 % 7)")
        }
        let states = ReplayedStates(Replayer(count.program, try run.journal))
        var history = PathHistory(states, try StatePath(parsing: "$.unread"), in: 0...at)
        var step: Int?
        try history.visitBackwards(stretch: 1) {
            step = $0.steps.upperBound
            return false
        }
        return (step, count.reduced.load(ordering: .relaxed))
    }

    private final class Counted: Sendable {
        let reduced = Atomic(0)

        var program: InboxProgram {
            InboxProgram { state, action in
                self.reduced.add(1, ordering: .relaxed)
                reduceInbox(&state, action)
            }
        }
    }

    @Test func aRecentChangeCostsOneSpanOfALongTimeline() throws {
        // From the snapshot of step 1,990 to that of step 2,000, which confirms the answer.
        #expect(
            try Self.reduced(at: 1_998, in: 3_000, snapshotsEvery: 10, changesAt: [5, 1_995, 1_999]) == (1_995, 10))
        #expect(
            try Self.reduced(at: 2_000, in: 3_000, snapshotsEvery: 10, changesAt: [5, 1_995, 2_001]) == (1_995, 10))
    }

    @Test(arguments: [1_985, 1_970, 1_900, 1_500, 3])
    func anOlderChangeCostsAtMostTwiceTheStepsAfterItAndASpan(_ change: Int) throws {
        let (step, reduced) = try Self.reduced(at: 1_998, in: 3_000, snapshotsEvery: 10, changesAt: [2, change, 1_999])
        #expect(step == change)
        #expect(reduced <= 2 * (2_000 - change) + 10)
    }
}
