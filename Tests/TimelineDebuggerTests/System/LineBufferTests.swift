import Testing
import TimelineDebugger

struct LineBufferTests {
    @Test(arguments: [1, 3, 7, 100]) func linesAreThoseOfTheText(size: Int) {
        let text = Array("one\n\ntwo\nthree, which is longer\nfour".utf8)
        var (buffer, lines) = (LineBuffer(), [String]())
        for start in stride(from: 0, to: text.count, by: size) {
            buffer.append(text[start..<min(text.count, start + size)])
            while let line = buffer.takeLine() { lines.append(String(decoding: line, as: UTF8.self)) }
        }
        #expect(lines == ["one", "", "two", "three, which is longer"])
        #expect(buffer.count == 4)
        #expect(String(decoding: buffer.takeRest(), as: UTF8.self) == "four" && buffer.count == 0)
    }

    /// If a line moved the bytes after it, this would take hours.
    @Test(.timeLimit(.minutes(1))) func aLineMovesNoByte() {
        var buffer = LineBuffer([UInt8](repeating: UInt8(ascii: "\n"), count: 2_000_000))
        var count = 0
        while buffer.takeLine() != nil { count += 1 }
        #expect(count == 2_000_000)
    }
}
