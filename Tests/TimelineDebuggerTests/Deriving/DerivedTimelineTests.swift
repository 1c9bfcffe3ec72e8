import Testing
import TimelineTestPrograms
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@testable import TimelineDebugger

struct DerivedTimelineTests {
    private static func add(_ amount: Int) -> JSONText { JSONText(["add": ["amount": .number(JSONNumber(amount))]]) }

    private func lines(_ timeline: DerivedTimeline) throws -> [String] {
        let bytes = try timeline.source.read(at: 0, count: timeline.source.size())
        return bytes.text.split(separator: "\n").map { String($0.replacing(/,"crc":"[0-9a-f]{8}"/, with: "")) }
    }

    @Test func everyLineIsNumberedAnew() throws {
        var run = WrittenTimeline(adding: [1])
        run.snapshot()
        run.add(2)
        run.add(3, from: "effect", cause: 2)
        run.add(4, from: "effect", cause: 3)
        for step in 2...3 { run.cancel(step) }
        run.snapshot()
        let timeline = try DerivedTimeline(
            of: run.journal,
            TimelineEdits(
                skipped: RangeSet(2..<3), replaced: [4: Self.add(-4)],
                inserted: [3: [.action(Self.add(7)), .set(JSONText(["count": 9]), by: "inserted")]]))
        #expect(
            try lines(timeline) == [
                #"{"timeline":1,"session":"e69d9084-4fc3-82f5-831d-61be5861d22a","program":"counter","version":"1.0.0","#
                    + #""started":"2026-11-21T04:31:05.123456Z","segment":1,"platform":{"os":"Linux"},"#
                    + #""derived":{"session":"0c8b","by":"edit","skipped":[[2,2]],"#
                    + #""edited":[{"seq":4,"action":{"add":{"amount":-4}}}],"#
                    + #""inserted":[{"after":3,"action":{"add":{"amount":7}}},{"after":3,"state":{"count":9}}]},"#
                    + #""checksums":"crc32c"}"#,
                #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
                #"{"seq":1,"at":0.001000,"action":{"add":{"amount":1}},"from":"user"}"#,
                #"{"seq":1,"at":0.001000,"state":{"count":1}}"#,
                #"{"seq":2,"at":0.003000,"action":{"add":{"amount":3}},"from":"effect","recorded":3}"#,
                #"{"seq":3,"at":0.003000,"action":{"add":{"amount":7}},"from":"inserted"}"#,
                #"{"seq":4,"at":0.003000,"set":{"count":9},"by":"inserted"}"#,
                #"{"seq":5,"at":0.004000,"action":{"add":{"amount":-4}},"from":"effect","cause":2,"recorded":4}"#,
                #"{"seq":5,"at":0.004000,"canceled":2}"#,
            ])
        #expect(timeline.orphans.map { [$0.seq, $0.cause] } == [[3, 2]])
    }

    @Test func aStepThatIsNotOnFileCannotBeEdited() throws {
        var run = WrittenTimeline(adding: [1])
        run.gap(of: 3, adding: 2)
        let edits = [
            TimelineEdits(skipped: RangeSet(3..<4)), TimelineEdits(replaced: [3: Self.add(1)]),
            TimelineEdits(inserted: [3: [.action(Self.add(1))]]), TimelineEdits(skipped: RangeSet(9..<10)),
            TimelineEdits(skipped: RangeSet(0..<1)),
        ]
        for (edits, seq) in zip(edits, [3, 3, 3, 9, 0]) {
            let error = try #require(throws: DerivedTimeline.EditError.self) {
                try DerivedTimeline(of: run.journal, edits)
            }
            #expect(error.description == "step \(seq) cannot be edited: it is not in memory")
        }
        let skipped = try DerivedTimeline(of: run.journal, TimelineEdits(skipped: RangeSet(2..<5)))
        #expect(try skipped.journal().last == 1)
    }

    /// What a random timeline recorded, step by step.
    private enum RecordedStep {
        case add(Int)
        /// A state that was set or that follows a step without an action; the count after it.
        case state(Int)
        /// A step inside a gap, and the last step of one.
        case lost
        case gapEnd(Int)
    }

    @Test func theStatesAreThoseOfTheEditedSteps() throws {
        for var seed in Seed.several(Harness.count(small: 200, full: 5000)) {
            let (run, recorded) = Self.timeline(&seed)
            let edits = Self.edits(of: recorded, &seed)
            let (counts, origins) = Self.model(recorded, edits)
            let derived = try DerivedTimeline(of: run.journal, edits)
            let journal = try derived.journal().sound(.strict)
            #expect(journal.last == counts.count - 1, "\(seed)")
            var replayer = Replayer(CounterProgram(), journal)
            for (seq, count) in counts.enumerated() {
                guard let count else { continue }
                #expect(try replayer.state(at: seq).count == count, "position \(seq), \(seed)")
                #expect(
                    derived.numbering.recorded(seq, in: 0...recorded.count) == origins[seq], "position \(seq), \(seed)")
            }
            while try replayer.next() != nil {}
            #expect(replayer.divergence == nil, "\(seed)")
        }
    }

    private static func timeline(_ random: inout Seed) -> (WrittenTimeline, [RecordedStep]) {
        var run = WrittenTimeline()
        var recorded: [RecordedStep] = []
        for _ in 0..<Int.random(in: 1...40, using: &random) {
            let amount = Int.random(in: -9...9, using: &random)
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
                run.set(amount)
                recorded.append(.state(amount))
            case 1:
                run.opaque(amount)
                run.snapshot()
                recorded.append(.state(run.count))
            case 2:
                let count = Int.random(in: 1...3, using: &random)
                run.gap(of: count, adding: amount)
                recorded += Array(repeating: .lost, count: count - 1) + [.gapEnd(run.count)]
            case 3: run.snapshot()
            default:
                run.add(amount)
                recorded.append(.add(amount))
            }
        }
        return (run, recorded)
    }

    /// Edits of steps that are in the file. A gap is kept.
    private static func edits(of recorded: [RecordedStep], _ random: inout Seed) -> TimelineEdits {
        var edits = TimelineEdits()
        for (seq, step) in zip(1..., recorded) {
            let amount = Int.random(in: -9...9, using: &random)
            let kind = Int.random(in: 0..<8, using: &random)
            if case .lost = step { continue }
            if kind == 2 || kind == 3 { edits.inserted[seq, default: []].append(.action(add(amount))) }
            if kind >= 3, kind <= 4 {
                edits.inserted[seq, default: []].append(.set(JSONText(["count": .int(amount)]), by: "inserted"))
            }
            if case .gapEnd = step { continue }
            if kind == 0 { edits.skipped.insert(contentsOf: seq..<seq + 1) }
            if kind == 1 { edits.replaced[seq] = add(amount) }
        }
        return edits
    }

    /// The count after each edited step, nil where it is unknown, and the recorded position that each corresponds to.
    private static func model(_ recorded: [RecordedStep], _ edits: TimelineEdits) -> (counts: [Int?], origins: [Int]) {
        var counts: [Int?] = [0]
        var origins = [0]
        func append(_ count: Int?, _ seq: Int) {
            counts.append(count)
            origins.append(seq)
        }
        func sum(_ action: JSONText) -> Int? {
            guard let count = counts[counts.count - 1] else { return nil }
            return action.value.object?["add"]?.object?["amount"]?.int.map { count + $0 }
        }
        for (seq, step) in zip(1..., recorded) {
            if edits.skipped.contains(seq) {
                origins[origins.count - 1] = seq
            } else if let action = edits.replaced[seq] {
                append(sum(action), seq)
            } else {
                switch step {
                case .add(let amount): append(counts[counts.count - 1].map { $0 + amount }, seq)
                case .state(let count), .gapEnd(let count): append(count, seq)
                case .lost: append(nil, seq)
                }
            }
            for change in edits.inserted[seq] ?? [] {
                if case .set(let state, _) = change { append(state.value.object?["count"]?.int, seq) }
                if case .action(let action) = change { append(sum(action), seq) }
            }
        }
        return (counts, origins)
    }
}
