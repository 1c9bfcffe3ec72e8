import Testing
import TimelineTestHarness

@testable import TimelineBenchmark

@Suite(.ownThreads)
struct AmountTests {
    @Test func numbersAreFormatted() {
        #expect(
            [17, 1000, 100_000, 12_034, 1_000_000, 10_000_000].map(Amount.count) == [
                "17", "1,000", "100,000", "12,034", "1 million", "10 million",
            ])
        #expect([512, 1000, 100_000, 10_000_000].map(Amount.bytes) == ["512B", "1KB", "100KB", "10MB"])
        #expect([2.5e-9, 1.234e-6, 0.0456, 12.3].map(Amount.seconds) == ["2.50 ns", "1.23 µs", "45.6 ms", "12.3 s"])
        #expect([0.0123, 0.25, 1, 22, 123.4].map(Amount.ratio) == ["0.0123", "0.250", "1.00", "22.0", "123"])
    }
}
