import Testing
import TimelineTestSupport

@testable import TimelineDebugger

struct DeltaDebuggingTests {
    private static func search(_ count: Int) -> DeltaDebugging {
        DeltaDebugging(causes: Array(repeating: nil, count: count))
    }

    private static func elements(_ part: RangeSet<Int>) -> [Int] { part.ranges.flatMap { Array($0) } }

    /// Fails if it has all of these elements.
    private static func needs(_ needed: [Int], in part: RangeSet<Int>) -> DeltaDebugging.Answer {
        needed.allSatisfy(part.contains) ? .bad(last: needed.max() ?? -1) : .good
    }

    @Test func anEmptyListIsMinimal() {
        var search = Self.search(0)
        #expect(search.minimize { _ in .good } == [])
    }

    @Test func theElementsAfterAFailureAreDropped() {
        var search = Self.search(100)
        var tests = 0
        #expect(
            search.minimize { part in
                tests += 1
                return part.contains(0) ? .bad(last: 0) : .good
            } == [])
        #expect(Self.elements(search.kept) == [0])
        #expect(tests == 2)
    }

    @Test func aSearchThatIsEndedKeepsTheBestSoFar() throws {
        struct EndedError: Error {}
        var search = Self.search(64)
        var left = 5
        do {
            _ = try search.minimize { part in
                guard left > 0 else { throw EndedError() }
                left -= 1
                return Self.needs([1, 60], in: part)
            }
            Issue.record("the search did not end")
        } catch is EndedError {}
        #expect(left == 0)
        #expect(search.kept.contains(1) && search.kept.contains(60))
        #expect(search.count < 64)
    }

    /// Of the results of a step, those of one kind are left out from the last one on, and the first one stays.
    @Test func theResultsOfAStepStayWithIt() {
        for var seed in Seed.several(Harness.count(small: 300, full: 20_000)) {
            let count = Int.random(in: 1...40, using: &seed)
            let kinds = (0..<count).map { _ in Int.random(in: 0...1, using: &seed) }
            let causes = (0..<count).map {
                $0 > 0 && Bool.random(using: &seed) ? Int.random(in: 0..<$0, using: &seed) : nil
            }
            let needed = (0..<3).map { _ in Int.random(in: 0..<count, using: &seed) }
            var rest = Set(0..<count)
            var search = DeltaDebugging(causes: causes, kinds: kinds)
            _ = search.minimize { part in
                for cause in 0..<count where part.contains(cause) {
                    for kind in 0...1 {
                        let all = rest.sorted().filter { causes[$0] == cause && kinds[$0] == kind }
                        let kept = all.map { part.contains($0) }
                        #expect(kept.first != false && kept == kept.sorted { $0 && !$1 }, "\(seed)")
                    }
                }
                let answer = Self.needs(needed, in: part)
                if case .bad(let last) = answer { rest = rest.filter { part.contains($0) && $0 <= last } }
                return answer
            }
            #expect(needed.allSatisfy(search.kept.contains), "\(seed)")
        }
    }

    /// The oracles are conjunctions of disjunctions of elements, some of which cannot be judged.
    @Test func theResultFailsAndIsOneMinimalForGeneratedTests() {
        for var seed in Seed.several(Harness.count(small: 300, full: 20_000)) {
            let count = Int.random(in: 1...60, using: &seed)
            let causes = (0..<count).map { element in
                element > 0 && Bool.random(using: &seed) ? Int.random(in: 0..<element, using: &seed) : nil
            }
            let clauses = (0..<Int.random(in: 1...4, using: &seed)).map { _ in
                (0..<Int.random(in: 1...3, using: &seed)).map { _ in Int.random(in: 0..<count, using: &seed) }
            }
            let unknown = UInt64.random(in: 0...5, using: &seed)
            func test(_ part: RangeSet<Int>) -> DeltaDebugging.Answer {
                // The first element at which each clause has one.
                let ends = clauses.map { clause in clause.filter(part.contains).min() }
                guard !ends.contains(nil) else { return .good }
                let hash = part.ranges.reduce(UInt64(part.ranges.count)) { $0 &* 31 &+ UInt64($1.lowerBound) }
                if part != RangeSet(0..<count), unknown > 0, hash % 7 < unknown - 1 { return .cannotTell }
                return .bad(last: ends.compactMap(\.self).max()!)
            }
            var tested: [RangeSet<Int>] = []
            var search = DeltaDebugging(causes: causes)
            let undecided = search.minimize { part in
                #expect(!tested.contains(part), "tested twice, \(seed)")
                let isClosed = causes.enumerated().allSatisfy { effect, cause in
                    cause.map { !part.contains(effect) || part.contains($0) } ?? true
                }
                #expect(isClosed, "an element without its cause, \(seed)")
                tested.append(part)
                return test(part)
            }
            let kept = search.kept
            if kept.isEmpty == false, kept != RangeSet(0..<count) {
                guard case .bad = test(kept) else {
                    // A part that was cut after its last element is another part, which may be one that cannot be judged.
                    if unknown > 0 { continue }
                    Issue.record("the result does not fail, \(seed)")
                    continue
                }
            }
            var unjudged: [Int] = []
            for element in Self.elements(kept) {
                var without = kept
                without.remove(contentsOf: element..<element + 1)
                for (effect, cause) in causes.enumerated() {
                    if let cause, without.contains(effect), !without.contains(cause) {
                        without.remove(contentsOf: effect..<effect + 1)
                    }
                }
                switch test(without) {
                case .bad: Issue.record("\(element) is not needed, \(seed)")
                case .cannotTell: unjudged.append(element)
                case .good: break
                }
            }
            #expect(undecided == unjudged, "\(seed)")
        }
    }
}
