import Testing
import TimelineKit

struct JSONBufferTests {
    private func text(_ write: (inout JSONBuffer) -> Void) -> String {
        String(decoding: JSONBuffer.bytes(write), as: UTF8.self)
    }

    @Test func numbersAreWrittenAsTheStandardLibraryWritesThemAndMomentsWithSixDecimals() {
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
        for value in powers where value <= Int64.max {
            let decimals = String(1_000_000 + value % 1_000_000).dropFirst()
            #expect("\(Moment(microseconds: Int64(value)))" == "\(value / 1_000_000).\(decimals)")
        }
    }

    @Test func removingALongTextFreesItsMemory() {
        var buffer = JSONBuffer()
        buffer.append(String(repeating: "x", count: 3 << 20))
        buffer.removeAll(keepingCapacity: 1 << 20)
        buffer.append(decimal: 7)
        #expect(buffer.withBytes { Array($0) } == [UInt8(ascii: "7")])
        #expect(buffer.capacity < 1 << 20)
    }
}
