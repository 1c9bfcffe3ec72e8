import TestHarness
import Testing

@Suite(.ownThreads)
struct RedactCheckTests {
    private let open = """
        run.jsonl, line 3: $.signedIn.name of the action is not hidden
        run.jsonl, line 5: $ of the action is not hidden
        run.jsonl, line 6: $.user.name of the state is not hidden

        """
    private let paths = ["--path", "$.user.name", "--action-path", "$.signedIn"]

    @Test func aCopyPassesItsCheck() throws {
        let sandbox = try Sandbox(["run.jsonl": Notes.run])
        _ = try sandbox.run(["redact", "run.jsonl", "-o", "clean.jsonl", "--marks"] + paths)
        for arguments in [paths, [], ["--marks"]] {
            let check = try sandbox.run(["redact", "--check", "clean.jsonl"] + arguments)
            #expect(check == Finished(output: "clean.jsonl: all values at the checked paths are hidden\n"))
        }
        // A line that was added later, at a path that the header declares as hidden.
        let lines = Notes.plain(try sandbox.read("clean.jsonl"))
        try sandbox.write(Recorded.text([lines[0], lines[1], Notes.lines[2], Notes.lines[3]]), to: "clean.jsonl")
        let slip = try sandbox.run(["redact", "--check", "clean.jsonl", "--path", "$.isPaid"])
        #expect(
            slip
                == Finished(
                    output: """
                        clean.jsonl, line 3: $.signedIn.name of the action is not hidden
                        clean.jsonl, line 4: the name of the mark is not hidden

                        """, status: 1))
    }

    @Test func longListsOfPlacesAreCut() throws {
        let names = (1...1200).map { #""name \#($0)""# }.joined(separator: ",")
        let sandbox = try Sandbox([
            "run.jsonl": Recorded.text([Notes.lines[0], #"{"seq":0,"at":0.000000,"state":[\#(names)]}"#])
        ])
        let check = try sandbox.run(["redact", "--check", "run.jsonl", "--path", "$[*]"])
        let rows = (0..<20).map { "run.jsonl, line 2: $[\($0)] of the state is not hidden\n" }.joined()
        #expect(check == Finished(output: rows + "and 1,180 more places in run.jsonl\n", status: 1))
        let json = try sandbox.run(["redact", "--check", "run.jsonl", "--path", "$[*]", "--json"])
        #expect(json.output.hasPrefix(#"{"hidden":false,"files":[{"file":"run.jsonl","exposed":1200,"places":[{"#))
        #expect(json.output.split(separator: #""part":"#).count == 1001)
    }

    @Test func theExitStatusIsKeptWhenThePipeIsClosed() throws {
        let sandbox = try Sandbox(["run.jsonl": Notes.run])
        let line = "timeline redact --check run.jsonl --path '$.user.name' | true; echo ${PIPESTATUS[0]}"
        #expect(try sandbox.shell("bash -c \"set -o pipefail; \(line.replacing("$", with: "\\$"))\"").output == "1\n")
    }

    @Test func eachFileIsCheckedAndDamageDecidesTheStatus() throws {
        let sandbox = try Sandbox([
            "torn.jsonl": Notes.run + #"{"bob"#, "run.jsonl": Notes.run,
            "damaged.jsonl": Recorded.text([Notes.lines[0], Notes.lines[1], #"{"bob":"bob","bob":1}"#]),
        ])
        let command = ["redact", "--check", "torn.jsonl", "run.jsonl", "damaged.jsonl", "-"] + paths
        let check = try sandbox.run(command, input: Recorded.text([Notes.lines[0], Notes.lines[1]]))
        let remedy = "it cannot be checked; `timeline repair FILE -o COPY` writes a valid copy to check"
        let torn = "damage in torn.jsonl, line 9, byte \(Notes.run.utf8.count): \(remedy)"
        let byte = Recorded.text([Notes.lines[0], Notes.lines[1]]).utf8.count + 13
        let damaged = "damage in damaged.jsonl, line 3, byte \(byte): \(remedy)"
        #expect(
            check
                == Finished(
                    output: open + "standard input: all values at the checked paths are hidden\n",
                    errors: "Error: \(torn)\nError: \(damaged)\n", status: 65))
        let json = try sandbox.run(command + ["--json"], input: Recorded.text([Notes.lines[0], Notes.lines[1]]))
        let places = [(3, "action", "$.signedIn.name"), (5, "action", "$"), (6, "state", "$.user.name")].map {
            #"{"file":"run.jsonl","line":\#($0),"part":"\#($1)","path":"\#($2)"}"#
        }.joined(separator: ",")
        #expect(
            json
                == Finished(
                    output: #"{"hidden":false,"files":["#
                        + #"{"file":"torn.jsonl","exposed":0,"places":[],"fault":"\#(torn)"},"#
                        + #"{"file":"run.jsonl","exposed":3,"places":[\#(places)]},"#
                        + #"{"file":"damaged.jsonl","exposed":0,"places":[],"fault":"\#(damaged)"},"#
                        + #"{"file":"standard input","exposed":0,"places":[]}]}"# + "\n",
                    errors: "Error: \(torn)\nError: \(damaged)\n", status: 65))
    }

    @Test func aHiddenTextIsFoundOutsideAllPaths() throws {
        let lines = [
            Notes.lines[0].dropLast() + #","bundle":{"states":1,"last":{"seq":0},"note":"of Robert"},"by":"Robert"}"#,
            #"{"seq":0,"at":0.000000,"state":{"user":{"name":"Robert"}},"of":"Robert"}"#,
            #"{"kind":"Robert","Roberta":[1,"Robert"],"seq":0}"#,
            #"{"seq":1,"at":0.100000,"gap":{"through":2,"why":"no Robert: of Robert","more":"Robert"}}"#,
            #"{"seq":2,"at":0.200000,"state":{"user":{"name":""}}}"#,
            #"{"seq":2,"at":0.300000,"mark":"x","by":["Robert"]}"#,
            #"{"seq":3,"at":0.400000,"action":{},"why":"Robert"}"#,
            #"{"seq":3,"at":0.400000,"end":{"actions":3,"snapshots":2,"why":"Robert"}}"#,
        ].map { String($0) }
        let sandbox = try Sandbox(["run.jsonl": Recorded.text(lines)])
        let check = try sandbox.run(["redact", "--check", "run.jsonl", "--path", "$.user.name"])
        let rest = [
            (1, "$.bundle.note of the line"), (1, "$.by of the line"), (2, "$.of of the line"),
            (3, "$.kind of the line"),
            (3, "$~ of the line"), (3, "$.*[*] of the line"), (4, "$.gap.more of the line"),
            (4, "the reason of the gap"),
            (6, "$.by[*] of the line"), (7, "$.why of the line"), (8, "$.end.why of the line"),
        ].map { "run.jsonl, line \($0): \($1) holds a text that is to be hidden elsewhere\n" }
        #expect(
            check
                == Finished(
                    output: "run.jsonl, line 2: $.user.name of the state is not hidden\n" + rest.joined(), status: 1))
        let json = try sandbox.run(["redact", "--check", "run.jsonl", "--path", "$.user.name", "--json"])
        #expect(json.output.contains(#"{"file":"run.jsonl","line":4,"part":"gap","elsewhere":true}"#))
        #expect(
            json.output.contains(#"{"file":"run.jsonl","line":8,"part":"line","path":"$.end.why","elsewhere":true}"#))
        // A copy has none of them except the reason of the gap, which is reported.
        let copy = try sandbox.run(["redact", "run.jsonl", "-o", "clean.jsonl", "--path", "$.user.name"])
        #expect(
            copy.errors == """
                Warning: a text that is hidden elsewhere is not hidden here: clean.jsonl, line 3, the reason of the gap
                Warning: the name of 1 mark is not hidden; --marks hides it
                Warning: 1 line of an unknown kind left out, because such a line may hold anything

                """)
        #expect(try sandbox.read("clean.jsonl").ranges(of: "Robert").count == 1)
    }

    @Test func aCheckSuggestsPathsOfMarkedProperties() throws {
        let header = Notes.header(state: "").replacing(#""marked":false"#, with: #""marked":true"#)
        func refusal(_ lines: [String]) throws -> Finished {
            try Sandbox(["run.jsonl": Recorded.text([header] + lines)]).run(["redact", "--check", "run.jsonl"])
        }
        let name = Notes.pseudonym("bob")
        let id = Notes.pseudonym("7D1A3B0C-5E2F-4A6B-8C9D-0E1F2A3B4C5D")
        let state =
            #"{"seq":0,"at":0.000000,"state":{"it's":{"of":["\#(name)","Eve"]},"at":{"\#(name)":{"id":"\#(id)"}}}}"#
        let action = #"{"seq":1,"at":0.100000,"action":{"signedIn":{"name":"\#(name)","as":"Bob"}},"from":"user"}"#
        let advice = """
            Error: the header of run.jsonl declares that properties which the program marks are hidden, but not their \
            paths: name the paths with --path, --action-path or --paths.

            """
        #expect(
            try refusal([state, action])
                == Finished(
                    errors: advice + """
                        These places hold texts that look like pseudonyms:
                          --path '$['\\''it\\'\\''s'\\''].of[*]' --path '$.at~' --path '$.at.*.id' --action-path '$.signedIn.name'

                        """, status: 64))
        #expect(
            try refusal([#"{"seq":0,"at":0.000000,"state":{"name":"","age":1073741824}}"#])
                == Finished(
                    errors: advice
                        + "It holds no text that looks like a pseudonym.\n",
                    status: 64
                ))
        // The suggested options find the exposed values; the rest only looks like pseudonyms.
        let sandbox = try Sandbox(["run.jsonl": Recorded.text([header, state, action])])
        #expect(
            try sandbox.shell("timeline redact --check run.jsonl --path '$['\\''it\\'\\''s'\\''].of[*]' --path '$.at~'")
                .output
                    == """
                    run.jsonl, line 2: whether $['it\\'s'].of[0] of the state is hidden cannot be decided: it looks like a pseudonym, \
                    and the header does not say that it is one
                    run.jsonl, line 2: $['it\\'s'].of[1] of the state is not hidden
                    run.jsonl, line 2: whether $.at of the state is hidden cannot be decided: it looks like a pseudonym, and the \
                    header does not say that it is one

                    """)
        let states = (0..<30).map { #""n\#($0)":"\#(name)""# }.joined(separator: ",")
        let many = try refusal([#"{"seq":0,"at":0.000000,"state":{\#(states)}}"#])
        #expect(many.errors.hasSuffix(" --path '$.n19', and 10 more places\n"))
    }
}
