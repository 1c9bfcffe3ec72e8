import TestHarness
import Testing

/// A value that looks like a pseudonym is one only where the header declares it.
@Suite(.ownThreads)
struct RedactLookalikeTests {
    private let name = Notes.pseudonym("bob")
    /// An identifier of version 8 (RFC 9562), which is also what a pseudonym of a UUID looks like.
    private let id = "018F3B5C-7D2E-8A4B-9C0D-1E2F3A4B5C6D"
    private let sandbox: Sandbox

    init() throws {
        let note =
            #","redaction":{"how":"HMAC-SHA-256","marked":true,"state":["$.known","$.names~"],"actions":["$.known"]}}"#
        sandbox = try Sandbox([
            "run.jsonl": Recorded.text([
                Recorded.header.dropLast() + note,
                #"{"seq":0,"at":0.000000,"state":{"id":"\#(id)","known":{"deep":["\#(name)",""]},"#
                    + #""names":{"\#(name)":1700000000},"since":1700000000,"typed":["\#(name)","ann"]}}"#,
                #"{"seq":1,"at":0.100000,"action":{"known":"\#(name)","typed":"\#(name)"}}"#,
                #"{"seq":1,"at":0.100000,"mark":"\#(name)"}"#, #"{"seq":1,"at":0.200000,"mark":"ann"}"#,
                #"{"seq":2,"at":0.300000,"opaque":"\#(name)"}"#, #"{"seq":2,"at":0.300000,"state":{}}"#,
            ])
        ])
    }

    private let paths = [
        "--path", "$.id", "--path", "$.known", "--path", "$.names~", "--path", "$.typed", "--action-path", "$.known",
        "--action-path", "$.typed", "--marks",
    ]

    /// A header may be anybody's.
    @Test func anInvalidNoteIsIgnored() throws {
        let text = try sandbox.read("run.jsonl").replacing(#""$.known""#, with: #""$[","$.none""#)
        try sandbox.write(text, to: "odd.jsonl")
        let copy = try sandbox.run(["redact", "odd.jsonl", "-o", "clean.jsonl", "--path", "$.known"])
        #expect(copy.output.contains("hidden   $.known in states: 1 value\n"))
        #expect(try !sandbox.read("clean.jsonl").contains(#""known":{"deep":["\#(name)""#))
        // The other paths of the note count.
        _ = try sandbox.run(["redact", "odd.jsonl", "-o", "names.jsonl", "--path", "$.names~"])
        #expect(try sandbox.read("names.jsonl").contains(#""names":{"\#(name)""#))
    }
}
