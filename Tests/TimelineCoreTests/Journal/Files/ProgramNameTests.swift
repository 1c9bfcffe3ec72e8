import Testing
import TimelineKit
import TimelineTestSupport

/// Which names may become part of a path or of an executable's name.
struct ProgramNameTests {
    @Test(arguments: ["a", "7", "counter", "my-app-2", "a-", String(repeating: "x", count: 64)])
    func aValidNameIsAccepted(_ text: String) {
        #expect(ProgramName(text)?.text == text)
        #expect(ProgramName(text)?.executable == "\(text)-timeline")
    }

    @Test(arguments: [
        "", "-a", "A", "a_b", "a.b", ".", "..", "a/b", "../a", "/a", "a b", "a\n", "\u{1B}[2J", "é", "a\0", "a\u{301}",
        String(repeating: "x", count: 65),
    ])
    func otherNamesAreNil(_ text: String) { #expect(ProgramName(text) == nil) }
}
