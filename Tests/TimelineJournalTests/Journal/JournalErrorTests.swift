import Testing
import TimelineTestSupport

@testable import TimelineJournal

struct JournalErrorTests {
    /// The error message for a fixture, at opening or from `requireSound()`.
    private func refusal(_ name: String) throws -> String? {
        do throws(JournalError) {
            try Journal(bytes: (try? Fixture.bytes(name)) ?? [], name: name).requireSound()
            return nil
        } catch {
            #expect(error.isForeignOrDamaged)
            return error.description
        }
    }

    private let only =
        "It is the only damage.\n`timeline repair FILE -o COPY` writes a sound copy; --recover salvage passes over the "
        + "damage."

    @Test func takesWhatIsSound() throws {
        for name in ["minimal.jsonl", "full.jsonl", "odd.jsonl", "Broken/torn.jsonl", "Broken/only-header.jsonl"] {
            #expect(try refusal(name) == nil)
        }
    }

    @Test(arguments: [
        ("damaged", "line 4, byte 419: expected a comma or ], found \":\""),
        (
            "checksum", #"line 4, byte 456: the checksum of this line is "21220516", but its "crc" says "edf9990f""#
        ),
        ("hole", "line 4, byte 371: expected step 2, found step 3"),
        ("duplicate-key", #"line 4, byte 399: the key "seq" occurs twice in one object"#),
        ("no-snapshot", "line 2, byte 229: expected a snapshot after the header, found another line"),
        ("blank-line", "line 4, byte 371: the line is blank"),
        ("after-end", "line 8, byte 681: a line follows the end of the run"),
        ("second-header", "line 4, byte 371: a second header is inside the file"),
        ("time-backwards", "line 5, byte 468: step 3 is at 0.100000, before the step it follows at 0.140910"),
        ("open-gap", "line 5, byte 464: step 6 follows a gap through 5 with no snapshot between"),
        ("too-deep", "line 3, byte 918: values are nested more than 128 deep"),
        ("not-utf8", "line 3, byte 307: these bytes are not UTF-8"),
    ])
    func saysWhereDamageIs(name: String, words: String) throws {
        #expect(try refusal("Broken/\(name).jsonl") == "damage in Broken/\(name).jsonl, \(words).\n\(only)")
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

    @Test(arguments: [
        ("not-json", #"line 1, byte 0: expected an object, found "I""#),
        ("other-json", "line 1, byte 0: expected the header of a timeline, found another line"),
        ("torn-header", "line 1, byte 0: the first line has no end, so nothing whole is here"),
    ])
    func saysWhatIsNoTimeline(name: String, words: String) throws {
        #expect(
            try refusal("Broken/\(name).jsonl") == """
                Broken/\(name).jsonl is not a timeline: \(words).
                A timeline is JSON Lines, and its first line begins with {"timeline":1,
                """)
    }

    @Test func saysThatAFileIsEmpty() throws {
        #expect(
            try refusal("Broken/empty.jsonl")
                == "Broken/empty.jsonl is empty: not even a header was written. The app may have ended before its "
                + "recorder began.")
    }

    @Test func saysThatATimelineIsOfTheFuture() throws {
        #expect(
            try refusal("Broken/future-version.jsonl") == """
                Broken/future-version.jsonl, line 1: this timeline is of format version 2, and this timeline reads version 1.
                Use a newer timeline to read it.
                """)
        #expect(
            try refusal("Broken/requires.jsonl") == """
                Broken/requires.jsonl, line 1: a reader of this timeline must know "encryption", "colour", and this \
                timeline does not.
                Use a newer timeline to read it.
                """)
    }

    @Test func saysWhichTimelinesAFolderHolds() {
        let folder = Fixture.path("Several")
        let error = #expect(throws: JournalError.self) { try Journal(opening: folder + "/") }
        #expect(
            error?.description == """
                \(folder) holds 2 timelines, and this command takes one:
                  \(folder)/counter-monday.jsonl
                  \(folder)/counter-tuesday.jsonl
                """)
        #expect(error?.isForeignOrDamaged == false)
    }

    @Test func saysThatAFolderHoldsNone() throws {
        let scratch = try Scratch()
        try scratch.write([], to: "a.jsonl.status")
        try scratch.write([], to: "a.bundle.jsonl")
        try scratch.write([], to: ".a.jsonl")
        let error = #expect(throws: JournalError.self) { try Journal(opening: scratch.path) }
        #expect(error?.description == "\(scratch.path) holds no timelines: no file in it ends in .jsonl")
    }
}
