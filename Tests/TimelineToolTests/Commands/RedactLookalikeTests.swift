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

    @Test func undeclaredLookalikesAreHidden() throws {
        let copy = try sandbox.run(
            ["redact", "run.jsonl", "-o", "clean.jsonl"] + paths, environment: Notes.environment)
        #expect(copy.status == 0)
        #expect(
            copy.output.split(separator: "\n").dropFirst() == [
                "hidden   $.id in states: 1 value", "hidden   $.known in states: 1 value",
                "hidden   $.names~ in states: 1 value", "hidden   $.typed in states: 2 values",
                "hidden   $.known in actions: 1 value", "hidden   $.typed in actions: 1 value",
                "hidden   the names of 2 marks",
            ])
        let text = try sandbox.read("clean.jsonl")
        // Declared: twice in the state, in the action, and the opaque action.
        #expect(text.ranges(of: name).count == 4)
        #expect(text.ranges(of: Notes.pseudonym(name)).count == 3)
        #expect(!text.contains(id))
        #expect(
            text.contains(
                #""state":["$.known","$.names~","$.id","$.typed"],"#
                    + #""actions":["$.known","$.typed"],"marks":true"#))
        #expect(
            try sandbox.run(["redact", "--check", "clean.jsonl"])
                == Finished(output: "clean.jsonl: all values at the checked paths are hidden\n"))
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
        #expect(copy.output.contains("hidden   $.known in states: 1 value\n"))
        #expect(try !sandbox.read("clean.jsonl").contains(#""known":{"deep":["\#(name)""#))
        // The other paths of the note count.
        _ = try sandbox.run(["redact", "odd.jsonl", "-o", "names.jsonl", "--path", "$.names~"])
        #expect(try sandbox.read("names.jsonl").contains(#""names":{"\#(name)""#))
    }
}
