import Testing
@testable import TimelineKit
import TimelineTestSupport
@testable import TimelineTool

/// Parsing a text that is much like one that was parsed before.
struct CopiedTapeTests {
    private final class Parsed {
        private let text: UnsafeMutableBufferPointer<UInt8>
        private let tape: JSONTape
        var words: [UInt64] { (0..<tape.count).map { tape.words[$0] } }

        init(_ bytes: [UInt8], like other: Parsed? = nil) throws(JSONError) {
            text = .allocate(capacity: bytes.count)
            _ = text.initialize(from: bytes)
            let text = UnsafeBufferPointer(text)
            if let other { tape = try JSONParser.parse(text, like: other.tape) } else { tape = try JSONTape(text) }
        }

        deinit { text.deallocate() }
    }

    @Test("The entries are those of parsing the whole text, and what is not JSON is refused")
    func random() throws {
        var seed = Seed()
        var (valid, invalid) = (0, 0)
        for run in 0..<400 {
            var value = JSON.random(depth: 4, using: &seed)
            var last = try Parsed(value.text)
            for step in 0..<12 {
                if step % 4 != 3 { value = value.changed(using: &seed) }
                var text = value.text
                if Int.random(in: 0..<3, using: &seed) == 0, let place = text.indices.randomElement(using: &seed) {
                    let bytes = Array(" ,:\"{}[]01.\\a".utf8).shuffled(using: &seed).prefix(
                        .random(in: 0...2, using: &seed))
                    text.replaceSubrange(
                        place..<min(text.count, place + Int.random(in: 0...2, using: &seed)), with: bytes)
                }
                let whole = try? Parsed(text)
                let copied = try? Parsed(text, like: last)
                #expect(copied?.words == whole?.words, "\(seed), run \(run): \(String(decoding: text, as: UTF8.self))")
                if let copied { (last, valid) = (copied, valid + 1) } else { invalid += 1 }
            }
        }
        #expect(valid > 1000 && invalid > 300, "\(valid) and \(invalid)")
    }
}
