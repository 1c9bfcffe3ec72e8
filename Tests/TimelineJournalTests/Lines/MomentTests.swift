import TestSupport
import TimelineJSON
import Testing

@testable import TimelineJournal

struct MomentTests {
    @Test func isWrittenInSecondsWithSixDecimals() {
        let moments = [0, 1, 999_999, 1_000_000, 132_044, 60_000_000, Int64.max].map(Moment.init(microseconds:))
        #expect(
            moments.map(\.description) == [
                "0.000000", "0.000001", "0.999999", "1.000000", "0.132044", "60.000000", "9223372036854.775807",
            ])
    }

    @Test(arguments: [
        ("0", 0), ("-0", 0), ("0.132044", 132_044), ("1.32044e-1", 132_044), ("2.30", 2_300_000),
        ("0.0000005", 1), ("0.0000004", 0), ("8589934591.999999", 8_589_934_591_999_999),
        ("2251799813.685247", 2_251_799_813_685_247),
    ])
    func isReadFromANumberOfSeconds(text: String, microseconds: Int64) throws {
        let number = try #require(JSONNumber(text: text))
        #expect(Moment(seconds: number.double) == Moment(microseconds: microseconds))
    }

    @Test(arguments: ["-1", "-0.000001", "9e12", "1e400", "-1e400", "1e99999999999999999999"])
    func isNotReadFromANumberOutOfRange(text: String) throws {
        let number = try #require(JSONNumber(text: text))
        #expect(Moment(seconds: number.double) == nil)
    }
}
