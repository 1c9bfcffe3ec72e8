import Testing
import TimelineTestSupport

@testable import TimelineJournal

/// The page `InvalidFiles.md` has the messages for all broken files.
struct JournalErrorTests {
    @Test func takesWhatIsSound() throws {
        for name in ["minimal.jsonl", "full.jsonl", "odd.jsonl", "Broken/torn.jsonl", "Broken/only-header.jsonl"] {
            try Journal(bytes: try Fixture.bytes(name), name: name).requireSound()
        }
    }

    @Test func countsDamage() throws {
        let journal = try Journal(bytes: try Fixture.bytes("minimal.jsonl") + [UInt8](lines: "", "x"), name: "a.jsonl")
        let error = #expect(throws: JournalError.self) { try journal.requireSound() }
        #expect(
            error?.description == """
                damage in a.jsonl, line 4, byte 365: the line is blank.
                There are 2 such places; `timeline info` lists them.
                `timeline repair FILE -o COPY` writes a sound copy; --recover salvage passes over the damage.
                """)
    }
}
