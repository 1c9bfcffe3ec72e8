import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

struct PositionTests {
    @Test(arguments: [
        ("0", Position.seq(0)), ("17", .seq(17)), ("007", .seq(7)), ("9223372036854775807", .seq(.max)), ("end", .end),
        ("-5", .beforeEnd(5)), ("-0", .beforeEnd(0)), ("-9223372036854775807", .beforeEnd(.max)),
        ("@12.5s", .at(Moment(microseconds: 12_500_000))), ("@0s", .at(.zero)),
        ("@1e2s", .at(Moment(microseconds: 100_000_000))),
        ("%name", .mark("name")), ("%before checkout", .mark("before checkout")), ("%%", .mark("%")),
        ("%17", .mark("17")),
    ])
    func isReadInEachOfItsForms(text: String, position: Position) throws {
        #expect(try Position(parsing: text) == position)
    }

    @Test(arguments: [
        "", " ", "17 ", "+17", "1.0", "1e3", "END", "End", "-", "--5", "-+5", "- 5", "@", "@s", "@12.5", "@-1s",
        "@12,5s",
        "@infs", "@nans", "@1e400s", "@01s", "%", "9223372036854775808", "٣", "0x11", "end-5", "end-", "end--5",
        "end-+5", "end5",
    ])
    func isNotReadFromAnythingElse(text: String) {
        #expect(
            errorMessage { try Position(parsing: text) } == "\"\(text)\" is no position. A position is "
                + "a step such as 17, end, -5 (five before the end), @12.5s, or %name (a mark).")
    }

    @Test func isWrittenAsItIsTyped() throws {
        let texts = ["17", "end", "-5", "%name"]
        #expect(try texts.map { try Position(parsing: $0).description } == texts)
        #expect(try Position(parsing: "@12.5s").description == "@12.500000s")
    }

    /// The step of a position in a fixture, or the error message.
    private func resolve(_ text: String, in journal: Journal) throws -> String {
        let position = try Position(parsing: text)
        do { return "\(try position.resolve(in: journal))" } catch { return "\(error)" }
    }

    @Test func namesAStep() throws {
        let journal = try Fixture.journal("full.jsonl")
        let found = try [
            "0", "42", "25", "end", "-0", "-1", "-42", "@0s", "@0.132043s", "@0.132044s", "@2.5s", "@3s", "@9.7603s",
            "@9.8s", "%before checkout", #"%after "reset""#,
        ].map { "\($0) \(try resolve($0, in: journal))" }
        #expect(
            found == [
                "0 0", "42 42", "25 25", "end 42", "-0 42", "-1 41", "-42 0", "@0s 0", "@0.132043s 0", "@0.132044s 1",
                "@2.5s 3", "@3s 5", "@9.7603s 42", "@9.8s 42", "%before checkout 3", #"%after "reset" 41"#,
            ])
    }

    @Test func saysWhyItNamesNone() throws {
        let journal = try Fixture.journal("full.jsonl")
        let range = "full.jsonl: it has positions 0 to 42"
        let found = try ["43", "9223372036854775807", "-43", "-9223372036854775807", "@9.800001s", "%nothing"].map {
            try resolve($0, in: journal)
        }
        #expect(
            found == [
                "there is no position 43 in \(range)", "there is no position 9223372036854775807 in \(range)",
                "there is no position -43 in \(range)", "there is no position -9223372036854775807 in \(range)",
                "there is no position @9.800001s in full.jsonl: it ends at @9.800000s",
                #"there is no mark "nothing" in full.jsonl: its marks are "before checkout", "after "reset"""#,
            ])
        let minimal = try Fixture.journal("minimal.jsonl")
        #expect(try resolve("%x", in: minimal) == #"there is no mark "x" in minimal.jsonl: it has no marks"#)
        #expect(try resolve("1", in: minimal) == "there is no position 1 in minimal.jsonl: it has positions 0 to 0")
    }

    @Test func usesTheLaterOfTwoMarksWithOneName() throws {
        let journal = try Journal(
            #"{"seq":0,"at":0,"state":0}"#, #"{"seq":0,"at":0,"mark":"m"}"#, #"{"seq":1,"at":1,"action":0}"#,
            #"{"seq":1,"at":1,"mark":"m"}"#)
        #expect(try resolve("%m", in: journal) == "1")
    }

    // MARK: - Steps whose reducer never returned

    /// A bundle of steps after `first`, with a mark at its end.
    private func bundle(first: Int, steps: Int, last: Int) throws -> Journal {
        let header =
            #"{"timeline":1,"session":"s","program":"counter","version":"1","started":"","segment":1,"#
            + #""bundle":{"states":\#(steps),"last":{"seq":\#(last),"reduced":false}}}"#
        var lines = "\(header)\n{\"seq\":\(first),\"at\":0,\"state\":0}\n"
        for seq in first..<first + steps { lines += "{\"seq\":\(seq + 1),\"at\":1,\"action\":0}\n" }
        lines += "{\"seq\":\(first + steps),\"at\":1,\"mark\":\"m\"}\n"
        return try Journal(bytes: Array(lines.utf8), name: "bundle.jsonl")
    }

    @Test func endsBeforeAStepThatNeverReturned() throws {
        let journal = try bundle(first: 410, steps: 2, last: 412)
        #expect(journal.unreturned == 412)
        let found = try ["end", "-0", "-1", "411", "@1s", "@9s", "412", "%m", "413", "409"].map {
            try resolve($0, in: journal)
        }
        #expect(
            found == [
                "411", "411", "410", "411", "411",
                "there is no position @9.000000s in bundle.jsonl: it ends at @1.000000s",
                "there is no state after step 412 of bundle.jsonl: its reducer never returned. Ask for 411, or for end.",
                "there is no state after step 412 of bundle.jsonl: its reducer never returned. Ask for 411, or for end.",
                "there is no position 413 in bundle.jsonl: it has positions 410 to 411",
                "there is no position 409 in bundle.jsonl: it has positions 410 to 411",
            ])
    }

    @Test func ignoresABundleNoteThatItsFirstStepNeverReturned() throws {
        let journal = try bundle(first: 0, steps: 0, last: 0)
        #expect(journal.unreturned == nil)
        #expect(
            try ["end", "0", "1"].map { try resolve($0, in: journal) } == [
                "0", "0", "there is no position 1 in bundle.jsonl: it has positions 0 to 0",
            ])
        #expect(try bundle(first: 0, steps: 2, last: 9).unreturned == nil)
    }
}
