import Testing
import TimelineTestSupport

@testable import TimelineKit

struct ByteCursorTests {
    private func text(_ write: (inout ByteCursor) -> Void) -> String {
        String(unsafeUninitializedCapacity: 64) { memory in
            var cursor = ByteCursor(at: memory.baseAddress!)
            write(&cursor)
            return cursor.end - memory.baseAddress!
        }
    }

    /// Around each power of ten and of two, where the number of digits changes, and at random.
    private static func numbers(_ random: inout Seed) -> [Int] {
        let tens = sequence(first: 1) { $0 <= Int.max / 10 ? $0 * 10 : nil }
        let powers = Array(tens) + (0..<63).map { 1 << $0 } + [Int.max]
        let lengths = (0..<1000).map { _ in
            Int.random(in: 0...(.max), using: &random) >> Int.random(in: 0..<63, using: &random)
        }
        return powers.flatMap { [$0 - 1, $0] } + lengths
    }

    @Test func writesNumbersAsTheStandardLibraryDoes() {
        let seed = Harness.seed
        var random = Seed(seed)
        for number in Self.numbers(&random) {
            #expect(text { $0.append(number) } == String(number), "seed \(seed)")
        }
    }

    @Test func writesMomentsWithSixDecimals() {
        let seed = Harness.seed
        var random = Seed(seed)
        for number in Self.numbers(&random) {
            let decimals = String(1_000_000 + number % 1_000_000).dropFirst()
            let moment = Moment(microseconds: Int64(number))
            #expect(text { $0.append(moment) } == "\(number / 1_000_000).\(decimals)", "seed \(seed)")
        }
    }
}
