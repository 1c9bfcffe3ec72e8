import Foundation
import TestHarness
import Testing

@Suite(.ownThreads)
struct RedactCommandTests {
    @Test func theHeaderNamesNoPathWithAFilter() throws {
        let sandbox = try Sandbox(["run.jsonl": Notes.run])
        let path = "$.user[?@ == 'bob']"
        #expect(
            try sandbox.run(["redact", "run.jsonl", "-o", "clean.jsonl", "--path", path, "--action-path", "$.signedIn"])
                .status == 0)
        let header = try #require(try sandbox.read("clean.jsonl").split(separator: "\n").first)
        #expect(header.contains(#""state":[],"actions":["$.signedIn"]"#))
    }

    @Test(arguments: [
        (["repair", "run", "-o", "run/copy.jsonl"], "run/copy.jsonl"),
        (["repair", "run", "-o", "./run/run-000001.jsonl", "--force"], "./run/run-000001.jsonl"),
        (["bundle", "run", "-o", "run/run-000001.jsonl", "--force"], "run/run-000001.jsonl"),
        (["redact", "run", "-o", "run/clean", "--path", "$.count"], "run/clean"),
    ])
    func nothingIsWrittenInTheFolderThatIsRead(command: [String], output: String) throws {
        let sandbox = try Sandbox()
        _ = try sandbox.shell("mkdir run")
        try sandbox.write(Recorded.run, to: "run/run-000001.jsonl")
        let before = try sandbox.read("run/run-000001.jsonl")
        #expect(
            try sandbox.run(command)
                == Finished(
                    errors:
                        "Error: -o \(output): that is in run, which must not change; name a file outside it\n",
                    status: 64))
        #expect(try sandbox.read("run/run-000001.jsonl") == before)
        #expect(try sandbox.shell("ls run").output == "run-000001.jsonl\n")
    }

    @Test func aFileOverTheSizeLimitIsRejectedAndNothingIsLeft() throws {
        let marks = (0..<50).map { #"{"seq":0,"at":0.000000,"mark":"mark \#($0)"}"# }
        let sandbox = try Sandbox(["run.jsonl": Recorded.text(Recorded.lines.prefix(2) + marks)])
        // 1 KiB, more than the output here.
        let made = try sandbox.shell("bash -c 'ulimit -f 1; timeline repair run.jsonl -o copy.jsonl'")
        #expect(made.status == 73)
        #expect(made.errors.hasSuffix("file too large\n"))
        #expect(try sandbox.shell("ls").output == "run.jsonl\n")
    }

    private static func mode(_ sandbox: Sandbox, _ name: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(sandbox.folder)/\(name)")[.posixPermissions] as? Int
    }

    // MARK: - Replay

    @Test func bisectFindsTheSameInTheCopy() throws {
        let sandbox = try Sandbox()
        let original = "\(Sandbox.fixtures)/unread-below-zero.jsonl"
        let redact = try sandbox.shell(
            "timeline redact \(original) -o run.jsonl --path '$.list.search' --action-path '$.searchChanged.text'"
                + " --path '$..text' --action-path '$..text' --path '$.account.name' --action-path '$..name'"
                + " --path '$.comments.all[*].author' --action-path '$..author'")
        #expect(redact.status == 0)
        #expect(redact.errors == "")
        let copy = try sandbox.read("run.jsonl")
        for text in ["\"rick\"", "What a cast!", "It had better not be."] { #expect(!copy.contains(text)) }
        for command in [
            "replay --verify FILE", "bisect FILE --bad '$.comments.unread < 0' --json",
            "bisect FILE --invariant 'unread is not negative' --json",
        ] {
            let before = try sandbox.shell("timeline \(command)".replacing("FILE", with: original))
            let after = try sandbox.shell("timeline \(command)".replacing("FILE", with: "run.jsonl"))
            #expect(after == before)
        }
        let check = try sandbox.shell("timeline redact --check run.jsonl")
        #expect(check == Finished(output: "run.jsonl: all values at the checked paths are hidden\n"))
    }

    @Test func theCopyRecordsThatTheLastReducerNeverReturned() throws {
        let sandbox = try Sandbox()
        let fixture = "\(Sandbox.fixtures)/trap-while-filtered"
        let hiding = "--action-path '$.commentsArrived..text' --action-path '$..draftChanged.text'"
        let redact = try sandbox.shell(
            "cp \(fixture).jsonl run.jsonl && cp \(fixture).jsonl.status run.jsonl.status"
                + " && timeline redact run.jsonl -o clean.jsonl \(hiding) && timeline redact \(fixture).bundle.jsonl"
                + " -o bundle.jsonl --path '$.comments..text'")
        #expect(redact.status == 0)
        #expect(redact.errors == "")
        for (copy, original) in [("clean.jsonl", "run.jsonl"), ("bundle.jsonl", "\(fixture).bundle.jsonl")] {
            for command in ["replay --verify FILE", "bisect FILE --invariant 'selection is in the list' --json"] {
                let before = try sandbox.shell("timeline \(command)".replacing("FILE", with: original))
                let after = try sandbox.shell("timeline \(command)".replacing("FILE", with: copy))
                #expect(after == before)
            }
        }
        #expect(
            Set(sandbox.files().keys) == [
                "run.jsonl", "run.jsonl.status", "clean.jsonl", "clean.jsonl.status", "bundle.jsonl",
            ])
        let piped = try sandbox.shell("timeline redact run.jsonl -o - \(hiding) | wc -l")
        #expect(
            piped.errors.hasSuffix(
                "Warning: standard output does not record that the reducer of step 39 never returned, because that is noted in a status page beside the file: use -o FILE\n"
            ))
    }

    // MARK: - Keys

    @Test func copiesUnderOneKeyAreEqualAndOthersDiffer() throws {
        let sandbox = try Sandbox(["run.jsonl": Notes.run, "key": Notes.key + "\n"])
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(sandbox.folder)/key")
        func copy(_ arguments: [String], _ environment: [String: String] = [:]) throws -> String {
            let hiding = ["--path", "$.user", "--action-path", "$..name"]
            let redact = try sandbox.run(
                ["redact", "run.jsonl", "-o", "-"] + hiding + arguments, environment: environment)
            #expect(redact.status == 0)
            return redact.output
        }
        let named = try copy([], Notes.environment)
        #expect(try copy(["--key-file", "key"]) == named)
        // An option takes precedence over the environment.
        #expect(try copy(["--key-file", "key"], ["TIMELINE_REDACTION_KEY": "quite another key"]) == named)
        let chance = try copy([])
        #expect(chance != named)
        #expect(try copy([]) != chance)
        #expect(named.contains(Notes.pseudonym("bob")))
        #expect(!named.contains(Notes.key))
    }

    @Test func aKeyThatOtherUsersCanReadIsRejected() throws {
        let sandbox = try Sandbox(["run.jsonl": Notes.run, "key": Notes.key])
        func refusal(_ file: String) throws -> Finished {
            try sandbox.run(["redact", "run.jsonl", "-o", "clean.jsonl", "--path", "$", "--key-file", file])
        }
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: "\(sandbox.folder)/key")
        #expect(
            try refusal("key")
                == Finished(
                    errors: """
                        Error: other users can read key: its mode is 640. The key lets them test guesses for hidden
                        values. Restrict it to its owner: chmod 600 key

                        """, status: 64))
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(sandbox.folder)/key")
        try FileManager.default.createSymbolicLink(
            atPath: "\(sandbox.folder)/link", withDestinationPath: "\(sandbox.folder)/key")
        #expect(try refusal("link").status == 64)
        #expect(try refusal("key").status == 0)
    }

    // MARK: - Lists

    @Test func pathsAreReadFromAFile() throws {
        let sandbox = try Sandbox([
            "run.jsonl": Notes.run,
            "hidden.txt": "# What people type.\r\n\n  $.user \n\taction   $.signedIn.name\nstate $.user~\n",
        ])
        let redact = try sandbox.run(
            ["redact", "run.jsonl", "-o", "clean.jsonl", "--paths", "hidden.txt", "--path", "$.user", "--marks"],
            environment: Notes.environment)
        #expect(redact.status == 0)
        let (name, bob) = (Notes.pseudonym("name"), Notes.pseudonym("bob"))
        #expect(
            Notes.plain(try sandbox.read("clean.jsonl"))[..<6] == [
                Notes.header(state: #""$.user","$.user~""#, actions: #""$.signedIn.name""#, marks: true),
                #"{"seq":0,"at":0.000000,"state":{"user":{"\#(name)":""},"isPaid":true}}"#,
                #"{"seq":1,"at":0.100000,"action":{"signedIn":{"name":"\#(bob)"}},"from":"push"}"#,
                #"{"seq":1,"at":0.150000,"mark":"\#(bob)"}"#,
                #"{"seq":2,"at":0.200000,"opaque":"\#(Notes.pseudonym("failed(bob)"))","from":"effect","cause":1}"#,
                #"{"seq":2,"at":0.200000,"state":{"user":{"\#(name)":"\#(bob)"},"isPaid":true}}"#,
            ])
    }

    // MARK: - Damage

    @Test func aTornLineIsLeftOutUnlessStrict() throws {
        let sandbox = try Sandbox(["run.jsonl": Recorded.run + #"{"seq":9,"bob"#])
        let redact = ["redact", "run.jsonl", "-o", "clean.jsonl", "--path", "$.count", "--marks"]
        let strict = try sandbox.run(redact + ["--recover", "strict"])
        #expect(strict.status == 65)
        #expect(Array(sandbox.files().keys) == ["run.jsonl"])
        let tail = try sandbox.run(redact)
        #expect(tail.status == 0)
        #expect(tail.errors == "Warning: the last line of run.jsonl is torn and was left out\n")
        #expect(Notes.plain(try sandbox.read("clean.jsonl")).count == 14)
    }
}
