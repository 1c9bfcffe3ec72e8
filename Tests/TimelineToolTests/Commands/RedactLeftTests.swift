import TestHarness
import Testing

/// A value that looks like a pseudonym, but is not declared as one, is unchanged and never counts as hidden.
@Suite(.ownThreads)
struct RedactLeftTests {
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

    @Test func lookalikesHaveALineOfTheirOwn() throws {
        let copy = try sandbox.run(["redact", "run.jsonl", "-o", "clean.jsonl"] + paths)
        #expect(copy.status == 0)
        #expect(
            copy.output.split(separator: "\n").dropFirst() == [
                "unchanged   $.id in states: 1 value that looks like a pseudonym",
                "hidden   $.known in states: 1 value", "hidden   $.names~ in states: 1 value",
                "hidden   $.typed in states: 1 value",
                "unchanged   $.typed in states: 1 value that looks like a pseudonym",
                "hidden   $.known in actions: 1 value",
                "unchanged   $.typed in actions: 1 value that looks like a pseudonym",
                "unchanged   opaque actions: 1 action that looks like a pseudonym",
                "hidden   the names of 1 mark",
                "unchanged   the names of marks: 1 name that looks like a pseudonym",
            ])
        let json = try sandbox.run(["redact", "run.jsonl", "-o", "other.jsonl", "--json"] + paths)
        for part in [
            #"{"path":"$.id","places":1,"values":0,"left":1,"truths":0}"#,
            #"{"path":"$.known","places":1,"values":1,"truths":0}"#,
            #"{"path":"$.typed","places":1,"values":1,"left":1,"truths":0}"#,
            #""opaque":0,"opaqueLeft":1,"marks":2,"marksHidden":true,"marksLeft":1,"#,
        ] { #expect(json.output.contains(part), "\(part) in \(json)") }
        #expect(try sandbox.read("clean.jsonl").ranges(of: name).count == 7)
    }

    /// Otherwise, the next command would count it as a pseudonym.
    @Test func theHeaderOfTheCopyDoesNotDeclareItAsHidden() throws {
        _ = try sandbox.run(["redact", "run.jsonl", "-o", "clean.jsonl"] + paths)
        let header = try sandbox.read("clean.jsonl").split(separator: "\n")[0]
        #expect(
            header.hasSuffix(
                #""redaction":{"how":"HMAC-SHA-256","marked":true,"state":["$.known","$.names~"],"#
                    + #""actions":["$.known"]}}"#)
                || header.contains(
                    #""state":["$.known","$.names~"],"actions":["$.known"]}"#),
            "\(header)")
        #expect(!header.contains("marks\""))
        let again = try sandbox.run(["redact", "clean.jsonl", "-o", "again.jsonl", "--path", "$.id"])
        #expect(
            again.output.contains("unchanged   $.id in states: 1 value that looks like a pseudonym\n"))
    }

    @Test func aCheckCannotTellWhetherALookalikeIsHidden() throws {
        let known = try sandbox.run(["redact", "--check", "run.jsonl"])
        #expect(known == Finished(output: "run.jsonl: all values at the checked paths are hidden\n"))
        for (arguments, place) in [
            (["--path", "$.id"], "line 2: whether $.id of the state"),
            (["--path", "$.since"], "line 2: whether $.since of the state"),
            (["--path", "$.names"], "line 2: whether $.names.\(name) of the state"),
            (["--path", "$.typed[0]"], "line 2: whether $.typed[0] of the state"),
            (["--action-path", "$.typed"], "line 3: whether $.typed of the action"),
        ] {
            #expect(
                try sandbox.run(["redact", "--check", "run.jsonl"] + arguments)
                    == Finished(
                        output:
                            "run.jsonl, \(place) is hidden cannot be decided: it looks like a pseudonym, and the header "
                            + "does not say that it is one\n", status: 2))
        }
        try sandbox.write(
            Recorded.text([
                Recorded.header, #"{"seq":0,"at":0.000000,"state":{}}"#,
                #"{"seq":1,"at":0.100000,"opaque":"\#(name)"}"#,
                #"{"seq":1,"at":0.100000,"state":{}}"#,
            ]), to: "opaque.jsonl")
        let opaque = try sandbox.run(["redact", "--check", "opaque.jsonl", "--path", "$"])
        #expect(
            opaque
                == Finished(
                    output:
                        "opaque.jsonl, line 3: whether $ of the action is hidden cannot be decided: it looks like a "
                        + "pseudonym, and the header does not say that it is one\n", status: 2))
        let marks = try sandbox.run(["redact", "--check", "run.jsonl", "--marks"])
        #expect(marks.status == 1)
        #expect(
            marks.output == """
                run.jsonl, line 4: whether the name of the mark is hidden cannot be decided: it looks like a pseudonym, and the \
                header does not say that it is one
                run.jsonl, line 5: the name of the mark is not hidden

                """)
    }

    /// A header may be anybody's.
    @Test func anInvalidNoteIsIgnored() throws {
        let text = try sandbox.read("run.jsonl").replacing(#""$.known""#, with: #""$[","$.none""#)
        try sandbox.write(text, to: "odd.jsonl")
        let copy = try sandbox.run(["redact", "odd.jsonl", "-o", "clean.jsonl", "--path", "$.known"])
        #expect(copy.output.contains("unchanged   $.known in states: 1 value that looks like a pseudonym\n"))
        // Each path counts in the rest of the report.
        let names = try sandbox.run(["redact", "odd.jsonl", "-o", "names.jsonl", "--path", "$.names~"])
        #expect(names.output.contains("hidden   $.names~ in states: 1 value\n"))
    }
}
