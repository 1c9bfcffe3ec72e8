import Testing
import TimelineDebugger
import TimelineKit
import TimelineReplay
import TimelineTestSupport

/// Bytes that another process wrote into a recording, and the line of the recorder after them.
struct ForeignBytesTests {
    /// A checked journal with these bytes before the line of step 100.
    private func journal(with foreign: String) throws -> (bytes: [UInt8], line: Int, byte: Int) {
        let lines = CheckedJournal.bytes.text.split(separator: "\n")
        let index = try #require(lines.firstIndex { $0.hasPrefix(#"{"seq":100,"at":0.100000,"action""#) })
        let before = lines[..<index].map { $0 + "\n" }.joined()
        let after = lines[index...].map { $0 + "\n" }.joined()
        return (Array((before + foreign + after).utf8), index + 1, before.utf8.count)
    }

    @Test(arguments: [
        "x", "[error] disk nearly full", #"{"seq":99,"at":0.099000,"acti"#, #"{"level":"info","seq":{"seq":1}}"#,
        String(repeating: #"{"seq":"#, count: 14),
    ])
    func aLineAfterThemIsSalvagedByItsChecksum(foreign: String) throws {
        let (bytes, line, byte) = try journal(with: foreign)
        #expect(try Journal(bytes: bytes).index.damage.first?.line == line)
        let salvage = try Salvage(bytes: bytes)
        #expect(try salvage.source.read(at: 0, count: .max >> 1) == CheckedJournal.bytes)
        #expect(
            salvage.report.dropped == [
                Damage(
                    file: "memory", line: line, byte: byte,
                    reason: "\(foreign.utf8.count) bytes that another process wrote come before this line")
            ])
        #expect(salvage.report.unknowns == [])
    }

    @Test func aLineWithAWrongChecksumIsNot() throws {
        let (bytes, line, _) = try journal(with: "x")
        let broken = Array(bytes.text.replacing(#""action":100,"#, with: #""action":101,"#).utf8)
        let salvage = try Salvage(bytes: broken)
        #expect(salvage.report.dropped.first?.line == line)
        #expect(salvage.report.lost.map(\.steps.lowerBound) == [100])
        #expect(try CheckedJournal.inventions(in: salvage.source.read(at: 0, count: .max >> 1)) == [])
    }

    /// Each place that looks like the start of a line costs the reading of the rest.
    @Test func aLineWithManyPossibleStartsIsDropped() throws {
        let (bytes, _, _) = try journal(with: String(repeating: #"{"seq":"#, count: 1000))
        #expect(try Salvage(bytes: bytes).report.lost.map(\.steps.lowerBound) == [100])
    }
}
