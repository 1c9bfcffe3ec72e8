import Testing
import TimelineTestSupport

@testable import TimelineKit

struct RawLinesTests {
    /// Each line as `number@byte text`; `~` marks a torn line, `!` one that is too long.
    private func lines(_ text: String, window: Int, limit: Int = 1000) throws -> [String] {
        var lines = RawLines(Array(text.utf8), windowSize: window, lengthLimit: limit)
        var found: [String] = []
        while let line = try lines.next() {
            found.append(
                "\(line.number)@\(line.byte) \(line.bytes.text)\(line.isTorn ? "~" : "")\(line.isTooLong ? "!" : "")")
        }
        #expect(try lines.next() == nil, "the end stays the end")
        return found
    }

    @Test(arguments: 1...20) func areTheSameThroughAWindowOfAnySize(window: Int) throws {
        #expect(
            try lines("one\n\nthree three\nlast\n", window: window) == [
                "1@0 one", "2@4 ", "3@5 three three", "4@17 last",
            ])
        #expect(try lines("one\ntorn", window: window) == ["1@0 one", "2@4 torn~"])
        #expect(try lines("\n", window: window) == ["1@0 "])
        #expect(try lines("", window: window) == [])
    }

    @Test(arguments: 1...20) func skipALineThatIsTooLong(window: Int) throws {
        #expect(
            try lines("12345\n123456\n1234567890\n12345\n123456", window: window, limit: 5)
                == ["1@0 12345", "2@6 !", "3@13 !", "4@24 12345", "5@30 ~!"])
    }

    @Test func mayBeLongerThanTheirWindow() throws {
        let long = String(repeating: "x", count: 600_000)
        var lines = RawLines(Array("a\n\(long)\nb\n".utf8))
        var lengths: [Int] = []
        while let line = try lines.next() { lengths.append(line.bytes.count) }
        #expect(lengths == [1, 600_000, 1])
    }

    @Test func startAtAByte() throws {
        var lines = RawLines(Array("one\ntwo\nthree\n".utf8), byte: 4)
        let line = try #require(try lines.next())
        #expect(line.number == 1)
        #expect(line.byte == 4)
        #expect(line.bytes.text == "two")
    }
}
