import TestSupport
import TimelineJSON
import Testing

@testable import TimelineJournal

/// The memory that lines are written in.
struct LineBufferTests {
    private func text(_ write: (inout LineBuffer) -> Void) -> String {
        var buffer = LineBuffer()
        write(&buffer)
        return buffer.withBytes { String(decoding: $0, as: UTF8.self) }
    }

    @Test func numbersAreWrittenAsTheStandardLibraryWritesThem() {
        var powers: [UInt64] = [0, .max]
        var power: UInt64 = 1
        while true {
            powers += [power - 1, power, power + 1]
            let (next, isTooLarge) = power.multipliedReportingOverflow(by: 10)
            if isTooLarge { break }
            power = next
        }
        #expect(powers.count == 62)
        for value in powers { #expect(text { $0.append(decimal: value) } == String(value)) }
    }

    @Test(arguments: [(0, "000000"), (1, "000001"), (999_999, "999999"), (1_234_567, "1234567")])
    func shortNumbersGetZerosBeforeThem(value: UInt64, expected: String) {
        #expect(text { $0.append(decimal: value, width: 6) } == expected)
    }

    @Test(arguments: [
        "", "rick", "a \"b\" \\ c", "line\nend", "\u{1}", "é \u{202E}👩‍👩‍👧", String(repeating: "long\t", count: 5000),
    ])
    func stringsAreWrittenAsJSONHasThem(string: String) {
        var expected: [UInt8] = []
        JSON.write(string, to: &expected)
        #expect(text { $0.append(quoted: string) } == String(decoding: expected, as: UTF8.self))
    }

    @Test func whatFollowsAStringThatNeedsEscapesStandsBehindIt() {
        #expect(
            text { buffer in
                buffer.append("1,")
                buffer.append(quoted: "\"")
                buffer.append(",2")
            } == #"1,"\"",2"#)
    }

    @Test func nothingOfALongLineStaysInTheNext() {
        var buffer = LineBuffer()
        buffer.append(quoted: String(repeating: "x", count: 3 << 20))
        buffer.clear()
        buffer.append(decimal: 7)
        #expect(buffer.withBytes { Array($0) } == [UInt8(ascii: "7")])
    }
}
