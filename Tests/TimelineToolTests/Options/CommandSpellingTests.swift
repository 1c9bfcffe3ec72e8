import TestHarness
import Testing

@testable import TimelineTool

@Suite(.ownThreads)
struct CommandSpellingTests {
    private static let names = [
        "record", "info", "log", "state", "diff", "replay", "bisect", "bundle", "send", "watch", "repair", "redact",
    ]

    @Test(arguments: [
        ("bisct", ["bisect"]), ("biesct", ["bisect"]), ("bisectt", ["bisect"]), ("Bisect", ["bisect"]),
        ("repaly", ["replay"]), ("stat", ["state"]), ("rec", ["record"]),
        ("re", ["record", "replay", "repair", "redact"]),
        ("lgo", ["log"]), ("logs", ["log"]), ("wach", ["watch"]), ("bizekt", ["bisect"]), ("rplya", ["replay"]),
        ("bizzzt", []), ("rewind", []), ("x", []), ("", []), ("verify-everything", []), ("run.jsonl", []),
    ])
    func aNameThatIsNearIsFound(_ word: String, _ near: [String]) {
        #expect(CommandSpelling.near(word, among: Self.names) == near)
    }
}
