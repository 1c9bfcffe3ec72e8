import Testing
import TimelineTestSupport

@testable import TimelineDebugger

struct AlignmentTests {
    /// The runs are of equal elements, in order, and no two of them could be one.
    private static func isSound(_ alignment: Alignment, _ one: [Int], _ other: [Int]) -> Bool {
        var (end, otherEnd) = (0, 0)
        for (index, run) in alignment.runs.enumerated() {
            guard run.count > 0, run.one >= end, run.other >= otherEnd,
                index == 0 || run.one > end || run.other > otherEnd,
                one.dropFirst(run.one).prefix(run.count) == other.dropFirst(run.other).prefix(run.count)
            else { return false }
            (end, otherEnd) = (run.one + run.count, run.other + run.count)
        }
        return end <= one.count && otherEnd <= other.count
    }

    /// A random sequence, and an edited copy of it or another sequence.
    private static func sequences(_ seed: inout Seed) -> ([Int], [Int]) {
        let kinds = Int.random(in: 1...12, using: &seed)
        func elements(_ count: Int) -> [Int] { (0..<count).map { _ in Int.random(in: 0..<kinds, using: &seed) } }
        let one = elements(Int.random(in: 0...60, using: &seed))
        if Bool.random(using: &seed) { return (one, elements(Int.random(in: 0...60, using: &seed))) }
        var other = one
        for _ in 0..<Int.random(in: 0...8, using: &seed) {
            let place = Int.random(in: 0...other.count, using: &seed)
            other.replaceSubrange(
                place..<Int.random(in: place...min(other.count, place + 4), using: &seed),
                with: elements(Int.random(in: 0...4, using: &seed)))
        }
        return (one, other)
    }

    @Test func theCommonSubsequenceIsTheLongestForGeneratedSequences() {
        for var seed in Seed.several(Harness.count(small: 2_000, full: 200_000)) {
            let (one, other) = Self.sequences(&seed)
            let alignment = Alignment(one, other)
            #expect(Self.isSound(alignment, one, other), "\(seed)")
            #expect(alignment.count == longestCommon(one, other), "\(seed)")
            #expect(!alignment.wasCut, "\(seed)")
        }
    }

    @Test func aSearchThatIsCutShortFindsACommonSubsequence() {
        var cut = 0
        for var seed in Seed.several(Harness.count(small: 2_000, full: 200_000)) {
            let (one, other) = Self.sequences(&seed)
            let alignment = Alignment(one, other, limit: Int.random(in: 1...6, using: &seed))
            #expect(Self.isSound(alignment, one, other), "\(seed)")
            let longest = longestCommon(one, other)
            #expect(alignment.wasCut ? alignment.count <= longest : alignment.count == longest, "\(seed)")
            if alignment.wasCut { cut += 1 }
        }
        #expect(cut > 100)
    }

    @Test func theFirstRunIsTheWholeCommonBeginning() {
        #expect(
            Alignment([1, 1, 2, 3], [1, 2, 3]).runs == [
                .init(one: 0, other: 0, count: 1), .init(one: 2, other: 1, count: 2),
            ])
        #expect(Alignment([1, 2], [3, 1, 2]).runs == [.init(one: 0, other: 1, count: 2)])
        #expect(Alignment([1, 2], []).runs == [])
        #expect(Alignment([1, 2], [1, 2]).runs == [.init(one: 0, other: 0, count: 2)])
        #expect(Alignment([1, 2], [3, 4]).runs == [])
    }

    /// Counts how often it is compared.
    private struct Counted: Hashable {
        nonisolated(unsafe) static var comparisons = 0
        let value: Int

        static func == (one: Counted, other: Counted) -> Bool {
            comparisons += 1
            return one.value == other.value
        }
    }

    @Test func theCostIsBoundedForSequencesThatDifferEverywhere() {
        let count = 20_000
        let one = (0..<count).map { Counted(value: $0 % 4999) }
        let other = (0..<count).map { Counted(value: ($0 * 37) % 4999) }
        Counted.comparisons = 0
        let alignment = Alignment(one, other, limit: 32)
        #expect(alignment.wasCut)
        #expect(alignment.count > 0)
        #expect(Counted.comparisons < 8 * count * 32)
    }
}
