import Foundation
import TestHarness
import TestSupport
import Testing

@Suite(.ownThreads)
struct ViewCommandTests {
    private let sandbox: Sandbox

    init() throws {
        sandbox = try Sandbox(["run.jsonl": Recorded.run, "summary.py": Self.script])
    }

    /// Prints the summary in a page, unpacked by Python's zlib.
    private static let script = """
        import base64, re, sys, zlib
        page = open(sys.argv[1]).read()
        data = re.search('<script type="text/plain" id="%s">([^<]*)<' % (sys.argv + ["summary"])[2], page).group(1)
        sys.stdout.write(zlib.decompress(base64.b64decode(data), -15).decode())
        """

    private func view(_ arguments: String...) throws -> Finished { try sandbox.run(["view"] + arguments) }

    private static let nothingHidden = """
        Nothing is hidden in run.jsonl: the page contains every value that it recorded. `timeline redact` makes a copy to pass on.

        """

    private func summary(_ name: String) throws -> String { try sandbox.shell("python3 summary.py \(name)").output }

    @Test func aPageIsOnePrivateFileThatLoadsNothing() throws {
        let finished = try view("run.jsonl")
        let page = try sandbox.read("run.html")
        #expect(finished == Finished(output: "run.html: 8 steps\n", errors: Self.nothingHidden))
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(sandbox.folder)/run.html")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        #expect(
            page.contains(
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'sha256-"))
        for part in ["http://", "https://", " src=", "url(", "@import", "<link", "<iframe"] {
            #expect(!page.contains(part), "\(part)")
        }
    }

    @Test func theSameRecordingGivesTheSameBytes() throws {
        let one = try view("run.jsonl", "-o", "-").output
        #expect(try view("run.jsonl", "-o", "-").output == one)
        #expect(one.hasSuffix("</html>\n"))
    }

    /// The SHA-256 of the data of a page, unpacked. The compressed bytes depend on the version of zlib.
    private static let digest = """
        import base64, hashlib, re, sys, zlib
        digest = hashlib.sha256()
        for id, data in re.findall('<script type="text/plain" id="([^"]*)">([^<]*)<', open(sys.argv[1]).read()):
            digest.update(id.encode() + zlib.decompress(base64.b64decode(data), -15))
        print(digest.hexdigest())
        """

    @Test(arguments: [
        ("unread-below-zero", "7f4a4ebae446359fe9af0d9e462feda926bc36396b2aef34b237c3b84fc5414d"),
        ("wrong-details", "5268032118de8c052b2445c101a5d0e863ad3bd8950225c4ca2ca3fe1ac4d5da"),
        ("trap-while-filtered", "7b6584df42bf761ae0b34615842c9ddbbc633ff01a8472ede74d51b2eea1b102"),
        ("full", "6e743a4dd17688c7dd49d3de0de7ad95ac86dfed5c54a18319d1e880c4b6bdac"),
    ])
    func theDataOfAFixtureIsTheSameOnEveryMachine(_ name: String, _ digest: String) throws {
        try sandbox.write(Self.digest, to: "digest.py")
        #expect(try sandbox.shell("cp '\(Sandbox.fixtures)/\(name)'.jsonl* .") == Finished())
        #expect(try sandbox.shell("timeline view \(name).jsonl").status == 0)
        #expect(try sandbox.shell("python3 digest.py \(name).html").output == digest + "\n")
    }

    @Test func theVerdictNamesTheStepThatTurnedTheStateBad() throws {
        #expect(try view("run.jsonl", "--bad", "$.count > 5").status == 0)
        let found = try summary("run.html")
        #expect(found.contains(#""verdict":{"kind":"culprit","step":2,"expression":"$.count > 5"},"bad":[[2,2]]"#))
        _ = try view("run.jsonl", "--bad", "$.count > 100", "--force")
        #expect(
            try summary("run.html").contains(
                #""verdict":{"kind":"nothing","text":"No known state from position 0 to 8 matches $.count > 100."}"#
            ))
        _ = try view("run.jsonl", "--bad", "$.count == 0", "--force")
        #expect(
            try summary("run.html").contains(
                #""text":"The state at position 0, where the page begins, matches $.count == 0 already.""#))
    }

    /// The lines of a run of the counter whose snapshot after step 2 is not what replay makes.
    private static let diverging = [
        Recorded.lines[0],
        #"{"seq":0,"at":0.000000,"state":{"count":0}}"#,
        #"{"seq":1,"at":1.000000,"action":{"increment":{}}}"#,
        #"{"seq":2,"at":2.000000,"action":{"increment":{}}}"#,
        #"{"seq":2,"at":2.000000,"state":{"count":7}}"#,
        #"{"seq":3,"at":3.000000,"action":{"increment":{}}}"#,
        #"{"seq":3,"at":3.000000,"state":{"count":8}}"#,
    ]

    @Test func afterADivergenceTheRecordedStatesAreShownAndNoStepIsBlamed() throws {
        try sandbox.write(Recorded.text(Self.diverging), to: "other.jsonl")
        #expect(try view("other.jsonl", "--bad", "$.count > 6").status == 0)
        let found = try summary("other.html")
        #expect(
            found.contains(
                """
                "confirmed":1,"divergence":{"step":2,"text":"Replay differs from the state recorded after step 2, which is shown \
                from there on. At least one of steps 1 to 2 gave a different state than when recorded: the reducer has changed \
                since, or it is not pure."},"verdict":{"kind":"unknown","text":"The state at position 2 matches $.count > 6, \
                since a step up to 2; the states between are unknown."},"bad":[[2,3]]
                """), "\(found)")
        let chunk = try sandbox.shell("python3 summary.py other.html chunk-0").output
        #expect(
            chunk == """
                {"count":0}
                {"increment":{}}\t[{"op":"replace","path":"/count","value":1}]
                {"increment":{}}\t={"count":7}
                {"increment":{}}\t[{"op":"replace","path":"/count","value":8}]
                """)
    }

    @Test func noStepIsNamedWhereStatesBeforeTheFirstBadOneAreUnknown() throws {
        let lines = Recorded.lines.map { $0.replacing("\"program\":\"counter\"", with: "\"program\":\"nowhere\"") }
        try sandbox.write(Recorded.text(lines), to: "other.jsonl")
        _ = try view("other.jsonl", "--bad", "$.count < 0")
        #expect(
            try summary("other.html").contains(
                """
                "verdict":{"kind":"unknown","text":"The state at position 4 matches $.count < 0, since one of steps 1 to 4; the \
                states between are unknown."},"bad":[[4,4],[8,8]]
                """))
    }

    @Test(arguments: [
        (
            [String](),
            #""verdict":{"kind":"crash","step":39,"frames":[],"invariant":{"name":"selection is in the list","step":38}},"bad":[[38,38]],"#
        ),
        (
            ["--bad", "$.comments.unread < 0"],
            #""verdict":{"kind":"nothing","text":"No known state from position 0 to 38 matches $.comments.unread < 0."},"bad":[],"#
        ),
    ])
    func aCrashOfWhichOnlyTheRecordingIsLeftIsFoundByReplay(_ arguments: [String], _ verdict: String) throws {
        #expect(try sandbox.shell("cp '\(Sandbox.fixtures)/trap-while-filtered.jsonl' crash.jsonl") == Finished())
        let finished = try sandbox.run(["view", "crash.jsonl"] + arguments, with: "timeline")
        #expect(
            finished
                == Finished(
                    output: "crash.html: 39 steps\n",
                    errors: Self.nothingHidden.replacing("run.jsonl", with: "crash.jsonl")))
        let summary = try summary("crash.html")
        let note =
            #""note":"Replay traps in step 39, the last one. The recording does not say how the app ended.","steps":39,"#
        #expect(summary.contains(note))
        #expect(summary.contains(verdict))
    }

    @Test func aRecordingThatEndsInTheMiddleOfARunIsNoCrash() throws {
        #expect(
            try sandbox.shell("head -n 20 '\(Sandbox.fixtures)/trap-while-filtered.jsonl' > part.jsonl") == Finished())
        #expect(try sandbox.run(["view", "part.jsonl"], with: "timeline").output == "part.html: 17 steps\n")
        #expect(try !summary("part.html").contains("Replay traps"))
    }

    @Test(arguments: [
        (#"{"add":{"amount":-10}}"#, #"{"gone":{}}"#, 3, "line 5", "1,1,-1,-1,1,1,1,1"),
        (#"{"count":-3}"#, #"{"total":-3}"#, 4, "line 8", "1,1,1,-1,-1,-1,-1,-1"),
    ])
    func aStepThatTheProgramCannotTakeCostsTheStatesUpToTheNextOneOnFile(
        _ part: String, _ other: String, _ step: Int, _ line: String, _ changes: String
    ) throws {
        try sandbox.write(Recorded.run.replacing(part, with: other), to: "old.jsonl")
        #expect(try view("old.jsonl").output == "old.html: 8 steps\n")
        #expect(
            try summary("old.html").contains(
                """
                "note":"Replay cannot take step \(step), so states from there on are known from those on file alone: old.jsonl, \
                \(line): the program cannot decode the
                """ + " "))
        #expect(try summary("old.html steps").contains("\"changes\":[\(changes)],"))
    }

    @Test func aPartOfARunCanBeShown() throws {
        _ = try view("run.jsonl", "--from", "3", "--to", "-2")
        let found = try summary("run.html")
        #expect(found.contains(#""steps":8,"first":3,"last":6"#))
    }

    @Test func withoutAProgramTheStatesOnFileAreShown() throws {
        let lines = Recorded.lines.map { $0.replacing("\"program\":\"counter\"", with: "\"program\":\"nowhere\"") }
        try sandbox.write(Recorded.text(lines), to: "other.jsonl")
        let finished = try view("other.jsonl")
        #expect(finished.status == 0)
        let found = try summary("other.html")
        #expect(found.contains(#""states":"recorded""#))
        #expect(found.contains("No executable with the program “nowhere” was found, so only the "))
        let invariant = try view("other.jsonl", "--invariant", "x", "--force")
        #expect(invariant.status == 69)
    }
}
