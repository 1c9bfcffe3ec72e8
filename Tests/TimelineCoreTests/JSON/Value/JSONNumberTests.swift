import Testing
import TimelineTestSupport

@testable import TimelineKit

struct JSONNumberTests {
    private func number(_ text: String) throws -> JSONNumber { try #require(JSONNumber(text: text), "\(text)") }

    @Test func everyWholeNumberSurvivesTheRoundTrip() throws {
        var seed = Seed()
        for _ in 0..<10_000 {
            let bits = seed.next() >> UInt64.random(in: 0..<64, using: &seed)
            let signed = Int64(bitPattern: bits)
            #expect(try number("\(bits)").uint64 == bits, "\(seed)")
            #expect(try number("\(signed)").int64 == signed, "\(seed)")
            #expect(try number("\(signed).0e0").int64 == signed, "\(seed)")
        }
        #expect(try number("9223372036854775807").int64 == .max)
        #expect(try number("-9223372036854775808").int64 == .min)
        #expect(try number("9223372036854775808").int64 == nil)
        #expect(try number("18446744073709551615").uint64 == .max)
        #expect(try number("18446744073709551616").uint64 == nil)
        #expect(try number("-1").uint64 == nil)
    }

    @Test func everyDoubleSurvivesTheRoundTrip() throws {
        var seed = Seed()
        for _ in 0..<20_000 {
            let value = Double(bitPattern: seed.next())
            guard value.isFinite else { continue }
            let number = try #require(JSONNumber(value))
            #expect(try self.number(number.text).double.bitPattern == value.bitPattern, "\(seed): \(value)")
        }
        #expect(JSONNumber(-0.0)?.text == "-0")
        #expect(JSONNumber(1e22)?.text == "1e+22")
        #expect(JSONNumber(.nan) == nil)
        #expect(JSONNumber(.infinity) == nil)
    }

    @Test(arguments: [
        ("1", "1.0"), ("1", "10e-1"), ("-0", "0"), ("0", "0e99999999999999999999"), ("1.50e1", "15"),
        ("100", "1E+2"), ("0.001", "1e-3"), ("-120e-1", "-12"), ("1e0000000000000000000000002", "100"),
        ("1e2147483648", "10e2147483647"), ("1e-3000000000", "0.1e-2999999999"),
    ])
    func spellingsOfOneNumberAreEqual(one: String, other: String) throws {
        let (one, other) = (try number(one), try number(other))
        #expect(one == other)
        #expect(one.hashValue == other.hashValue)
        #expect(!(one < other) && !(other < one))
    }

    @Test func numbersAreOrderedByTheirExactValue() throws {
        let ordered = [
            "-1e999999999999999999999", "-1e4000000000", "-1e3000000000", "-9007199254740993", "-9007199254740992",
            "-1.5", "-1", "-1e-5", "-1e-400", "0", "1e-4000000000", "1e-3000000000", "1e-400", "0.1", "0.10000001",
            "0.2",
            "1", "1.5", "9", "10", "9007199254740992", "9007199254740993", "9007199254740993.5",
            "18446744073709551615", "1e20", "1.1e20", "1e400", "1e3000000000", "1e4000000000",
            "1e999999999999999999999",
        ].map { JSONNumber(unchecked: $0) }
        for (i, one) in ordered.enumerated() {
            for (j, other) in ordered.enumerated() {
                #expect((one < other) == (i < j), "\(one.text) < \(other.text)")
                #expect((one == other) == (i == j), "\(one.text) == \(other.text)")
            }
        }
    }

    @Test(arguments: ["", "-", "+1", "01", "1.", ".5", "1e", "1e+", "0x1", "1 ", " 1", "NaN", "Infinity", "1_000", "١"])
    func otherTextsAreNotNumbers(text: String) {
        #expect(JSONNumber(text: text) == nil)
    }
}
