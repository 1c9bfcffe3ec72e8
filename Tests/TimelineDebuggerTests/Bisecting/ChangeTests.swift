import Foundation
import Testing
import TimelineTestPrograms
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@testable import TimelineDebugger

/// A count may fall, but only by two at once: no state tells.
struct TwoAtOnce: Program {
    let name = "counter"
    let version = "1.0.0"
    let initialState = Counter(count: 0)
    var limit = ResponseLimit.steps(0)
    var responses: [Response<Counter, CounterAction>] {
        [
            Response(
                "more than two", to: { action, _ in if case .add(let amount) = action { amount < 0 } else { false } },
                within: limit
            ) { $0.count > 2 }
        ]
    }
    let changeRules = [
        ChangeRule<Counter, CounterAction>("falls by two") { before, action, after in
            if case .add(-2) = action { true } else { after.count >= before.count }
        }
    ]

    func reduce(_ state: inout Counter, _ action: CounterAction) {
        CounterProgram(isFixed: false).reduce(&state, action)
    }
}

struct ChangeTests {
    private static let condition = "$.after.count < $.before.count && $.action.add.amount != -2"

    /// What a loop over the lines finds, which Foundation reads, with the counts that the timeline was written by.
    private struct Model {
        var bad = RangeSet<Int>()
        var (judged, unknown, withoutChange) = (0, 0, 0)
        private var (amounts, times): ([Int: Int], [Int: Double]) = ([:], [:])

        init(_ timeline: WrittenTimeline, _ counts: [Int?]) throws {
            var sets = Set<Int>()
            for line in timeline.bytes.split(separator: UInt8(ascii: "\n")) {
                let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
                guard let seq = object?["seq"] as? Int else { continue }
                if let action = object?["action"] as? [String: [String: Int]] {
                    amounts[seq] = action["add"]?["amount"]
                    times[seq] = object?["at"] as? Double
                }
                if object?["set"] != nil { sets.insert(seq) }
            }
            for seq in counts.indices.dropFirst() {
                guard let after = counts[seq], let before = counts[seq - 1], let amount = amounts[seq] else {
                    if sets.contains(seq) { withoutChange += 1 } else { unknown += 1 }
                    continue
                }
                judged += 1
                if after < before, amount != -2 { bad.insert(seq, within: 0..<Int.max) }
            }
        }

        /// What becomes of each step that removes, looking forward from it.
        func responses(
            _ counts: [Int?], within limit: ResponseLimit
        ) -> (kept: Int, broken: [[Int]], open: [Int]) {
            var (kept, broken, open) = (0, [[Int]](), [Int]())
            func isKnown(_ seq: Int) -> Bool {
                counts.indices.contains(seq) && amounts[seq] != nil && counts[seq] != nil && counts[seq - 1] != nil
            }
            steps: for asked in counts.indices.dropFirst() where isKnown(asked) && amounts[asked]! < 0 {
                var seq = asked
                while isKnown(seq) {
                    let time = times[seq]! - times[asked]!
                    let isLate = if case .seconds(let seconds) = limit { time > seconds } else { false }
                    if !isLate, counts[seq]! > 2 {
                        kept += 1
                        continue steps
                    }
                    let isLast = if case .steps(seq - asked) = limit { true } else { false }
                    if isLate || isLast {
                        broken.append([asked, seq])
                        continue steps
                    }
                    seq += 1
                }
                open.append(asked)
            }
            return (kept, broken.sorted { ($0[1], $0[0]) < ($1[1], $1[0]) }, open)
        }
    }

    private static let (asks, expected) = ("$.action.add.amount < 0", "$.count > 2")

    @Test func responsesAreJudgedAsAModelDoes() throws {
        for seed in Seed.several(Harness.count(small: 300, full: 10_000)) {
            var random = seed
            let hasLosses = Bool.random(using: &random)
            let (timeline, counts) = WrittenTimeline.random(hasLosses: hasLosses, using: &random)
            let model = try Model(timeline, counts)
            for limit in [
                ResponseLimit.steps(.random(in: 0...5, using: &random)), .seconds(.random(in: 0...1, using: &random)),
            ] {
                let expected = model.responses(counts, within: limit)
                func check(_ found: Responses?, _ what: String) {
                    let broken = found?.broken.map { [$0.lowerBound, $0.upperBound] }
                    #expect(broken == expected.broken, "\(seed) \(limit) \(what)")
                    #expect(found?.kept == expected.kept && found?.open == expected.open, "\(seed) \(limit) \(what)")
                }
                let question = ResponseQuestion(after: Self.asks, expect: Self.expected, within: limit)
                let (program, journal) = (TwoAtOnce(limit: limit), try timeline.journal)
                for predicate in [try ResponsePredicate(question), ResponsePredicate<Counter>(program.responses[0])] {
                    var states = ReplayedStates(Replayer(program, journal))
                    let bad = try states.verdicts(0...(counts.count - 1), predicate).bad
                    check(predicate.responses, "verdicts")
                    #expect(Set(bad.ranges.flatMap { $0 }) == Set(expected.broken.map { $0[1] }), "\(seed) \(limit)")
                }
                let verification = try TimelineVerifier(program, journal).verify()
                check(verification.responses.first?.found, "verify")
                let broken = verification.brokenInvariants.first { $0.name == "more than two" }
                #expect([broken?.asked, broken?.seq] == [expected.broken.first?[0], expected.broken.first?[1]])
                guard !hasLosses, journal.end > 0 else { continue }
                var bisector = Bisector(ReplayedStates(Replayer(program, journal)))
                let answer = try bisector.search(good: 0, bad: journal.end, ResponsePredicate(question))
                #expect(answer.culprit?.step.seq == expected.broken.first?[1], "\(seed) \(limit)")
                let run = try TrialRun(program, journal, through: journal.end)
                let trials = try LocalTrials(program, run, .response(question))
                for _ in 1...2 {
                    let trial = try trials.judge(run.steps, within: nil)
                    #expect(trial == expected.broken.first.map { .bad(last: $0[1] - 1) } ?? .good, "\(seed) \(limit)")
                }
            }
        }
    }

    @Test func changesAreJudgedAsAModelDoes() throws {
        for seed in Seed.several(Harness.count(small: 300, full: 10_000)) {
            var random = seed
            let hasLosses = Bool.random(using: &random)
            let (timeline, counts) = WrittenTimeline.random(hasLosses: hasLosses, using: &random)
            let (journal, model) = (try timeline.journal, try Model(timeline, counts))
            let named = try #require(TwoAtOnce().predicate(ofInvariant: "falls by two"))
            for predicate in [named, try ChangeCondition<Counter>(Self.condition)] as [any StatePredicate<Counter>] {
                var states = ReplayedStates(Replayer(TwoAtOnce(), journal))
                let verdicts = try states.verdicts(0...(counts.count - 1), predicate)
                #expect(verdicts.bad == model.bad, "\(seed)")
                #expect(verdicts.withoutChange == model.withoutChange, "\(seed)")
                #expect(verdicts.count == model.judged + model.unknown, "\(seed)")
            }
            let first = model.bad.ranges.first?.lowerBound
            let broken = try TimelineVerifier(TwoAtOnce(), journal).verify().brokenInvariants
            #expect(broken.first { $0.name == "falls by two" }?.seq == first, "\(seed)")
            guard !hasLosses, journal.end > 0 else { continue }
            var bisector = Bisector(ReplayedStates(Replayer(TwoAtOnce(), journal)))
            let answer = try bisector.search(good: 0, bad: journal.end, ChangeCondition(Self.condition))
            #expect(answer.culprit?.step.seq == first, "\(seed)")
            let run = try TrialRun(TwoAtOnce(), journal, through: journal.end)
            let trial = try LocalTrials(TwoAtOnce(), run, .change(Self.condition)).judge(run.steps, within: nil)
            #expect(trial == first.map { .bad(last: $0 - 1) } ?? .good, "\(seed)")
        }
    }

    /// Where every state is on file, no program is needed.
    @Test func recordedChangesAreJudgedWithoutAProgram() throws {
        var timeline = WrittenTimeline()
        for amount in [3, -2, -1, 4, -3] {
            timeline.add(amount)
            timeline.snapshot()
        }
        var states = RecordedStates(try timeline.journal)
        let verdicts = try states.verdicts(0...5, ChangeCondition<JSONText>(Self.condition))
        #expect(verdicts.bad.ranges.map { $0 } == [3..<4, 5..<6])
        let added = try ChangeCondition<JSONText>("$.before.count == 0 && $.action.add.amount == 4")
        #expect(try states.verdicts(4...5, added).bad.ranges.map { $0 } == [4..<5])
    }

    /// The states before and after a divergence are of two runs.
    @Test func noChangeIsJudgedAcrossADivergence() throws {
        var timeline = WrittenTimeline()
        timeline.add(1)
        timeline.snapshot(of: -5)
        timeline.add(1)
        var states = ReplayedStates(Replayer(TwoAtOnce(), try timeline.journal))
        var changes = states.changes(after: 0)
        #expect(throws: diverged(1, agreedUpTo: 0, -5, 1)) { try states.verdicts(0...2, ChangeCondition("$.after")) }
        #expect(try changes.change(to: Counter(count: 0), at: 0) == nil)
        #expect(try changes.change(to: Counter(count: 1), at: 1)?.before == Counter(count: 0))
        changes.forgetState()
        #expect(try changes.change(to: Counter(count: -4), at: 2) == nil)
    }
}
