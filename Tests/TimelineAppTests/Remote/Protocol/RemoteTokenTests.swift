import Testing
import TimelineRemote

struct RemoteTokenTests {
    @Test func `has 256 random bits`() {
        let tokens = (1...100).map { _ in RemoteToken() }
        #expect(Set(tokens.map(\.text)).count == 100)
        for token in tokens { #expect(token.text.wholeMatch(of: /[0-9a-f]{64}/) != nil) }
        // Each position takes each digit: with 2000 samples, a missing one is no coincidence.
        let many = (1...2000).map { _ in Array(RemoteToken().text) }
        for place in 0..<64 { #expect(Set(many.map { $0[place] }).count == 16) }
    }

    @Test func `matches itself alone`() {
        let token = RemoteToken()
        #expect(token.matches(Array(token.text.utf8)))
        for place in 0..<64 {
            for bit in 0..<8 {
                var other = Array(token.text.utf8)
                other[place] ^= 1 << UInt8(bit)
                #expect(!token.matches(other))
            }
        }
        for other in ["", String(token.text.dropLast()), token.text + "0", token.text + token.text] {
            #expect(!token.matches(Array(other.utf8)))
        }
    }

    @Test(arguments: ["", "0", String(repeating: "0", count: 63), String(repeating: "A", count: 64)])
    func `is nil for other text`(_ text: String) {
        #expect(RemoteToken(text) == nil)
    }
}
