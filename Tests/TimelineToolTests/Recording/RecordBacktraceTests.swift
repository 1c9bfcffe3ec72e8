import Foundation
import Testing
import TimelineKit
import TimelineReplay
import TimelineTestSupport

#if os(Linux) && arch(x86_64)
    private let isKnown = true
#else
    private let isKnown = false
#endif

@Suite(.enabled(if: isKnown, "what Swift and the system say of a crash differs between processors"), .ownThreads)
struct RecordBacktraceTests {
    private let sandbox = Sandbox()
    private let app = "\(Sandbox.tools)/counter-app"
    private let orders = "add 5\ncrash\n"

    /// Runs a command under `record`.
    private func record(
        _ command: String..., input: String? = nil, backtrace: String = "", with tool: String = "counter-timeline",
        environment: [String: String] = [:]
    ) throws -> Finished {
        try sandbox.run(
            ["record", "--force", "-o", "run.jsonl", "--"] + command, with: tool, input: input ?? orders,
            environment: environment.merging(["SWIFT_BACKTRACE": backtrace]) { $1 })
    }

    /// The note of the bundle. Of the frames, those of the app's own code and its entry; places as they are in each build.
    private func note() throws -> String {
        var note = try #require(try header().object["bundle"]?.object)
        guard var backtrace = note["backtrace"]?.object else { return JSON.object(note).description }
        backtrace["frames"] = .array(
            try #require(backtrace["frames"]?.array).filter { frame in
                guard let symbol = frame.object?["symbol"]?.string, frame.object?["image"] == "counter-app" else {
                    return false
                }
                let isWritten = frame.object?["file"]?.string?.hasPrefix("Tests/Programs/") ?? !symbol.contains(" for ")
                // Generic functions of the standard library are in the image of the app.
                let isForeign = symbol.hasPrefix("protocol witness") || symbol.hasPrefix("withUnsafe")
                return isWritten && !isForeign
            })
        note["backtrace"] = .object(backtrace)
        return JSON.object(note).description.replacing(/"address":"0x[0-9a-f]+"/, with: #""address":"0x…""#)
            .replacing(#""file":"Tests/Programs/"#, with: #""file":""#)
    }

    private static let frames: String = {
        func line(_ text: String, of file: String) -> Int {
            let programs = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().appending(path: "Programs/\(file)")
            let lines = try? String(contentsOf: programs, encoding: .utf8).split(
                separator: "\n", omittingEmptySubsequences: false)
            return (lines?.firstIndex { $0.contains(text) } ?? -1) + 1
        }
        let places = [
            ("CounterProgram.reduce(_:_:)", "TestPrograms/Counter/CounterProgram.swift", "fatalError"),
            ("static CounterApp.main()", "TestApp/CounterApp/CounterApp.swift", #"case "crash""#),
            ("static TestApp.main()", "TestApp/TestApp.swift", #"case "counter-app""#),
        ].map { #""\#($0)","file":"\#($1)","line":\#(line($2, of: $1))"# }
        return (places + [#""static TestApp.$main()""#, #""timeline_test_app_main""#])
            .map { #"{"symbol":\#($0),"image":"counter-app","address":"0x…"}"# }.joined(separator: ",")
    }()

    private static let whole =
        #"{"states":2,"last":{"seq":2,"reduced":false},"signal":"SIGILL","status":132,"#
        + #""backtrace":{"fault":"Illegal instruction","frames":[\#(frames)]}}"#
    private static let bare = #"{"states":2,"last":{"seq":2,"reduced":false},"signal":"SIGILL","status":132}"#

    /// The lines of frames, without their places.
    private func calls(_ text: String) -> [String] {
        text.matches(of: /\n +\d+  ([^\n]+?) in [^ \n]+/).map { String($0.1) }
    }

    // MARK: - The bundle

    private func header() throws -> Header {
        try Journal(bytes: Array(try sandbox.read("run.bundle.jsonl").utf8)).header
    }

    private func bundle() throws -> BundleNote { try #require(try header().bundle) }

    @Test func theFramesAreInTheBundleAndShownAsTheRuntimeWould() throws {
        let finished = try record(app)
        #expect(finished.status == 132)
        #expect(try note() == Self.whole)
        #expect(Set(sandbox.files().keys) == ["run.jsonl", "run.jsonl.status", "run.bundle.jsonl"])

        let shown = calls(finished.errors)
        #expect(finished.errors.contains("\ncounter-app crashed: Illegal instruction\n"))
        #expect(shown.contains("CounterProgram.reduce(_:_:)") && shown.last == "timeline_test_app_main")
        #expect(
            finished.errors.split(separator: "\n").suffix(2) == [
                "counter-app was ended by SIGILL in step 2, whose reducer never returned. Recorded in run.jsonl",
                "run.bundle.jsonl holds the last 2 steps",
            ])

        let info = try sandbox.run(["info", "run.bundle.jsonl"])
        let rows = info.output.split(separator: "\n").filter { $0.contains("SIGILL") || $0.hasPrefix("fault") }
        #expect(
            rows.map { $0.replacing(/swift:\d+/, with: "swift:N") } == [
                "bundle     the last 2 steps, ended by SIGILL",
                "crashed    with SIGILL (status 132) in CounterProgram.reduce(_:_:) at CounterProgram.swift:N",
                "fault      Illegal instruction",
            ])
        let json = try JSON(parsing: Array(try sandbox.run(["info", "--json", "run.bundle.jsonl"]).output.utf8))
        #expect(json.object?["bundle"] == (try header().object["bundle"]))

        // The same in each run.
        let first = try bundle()
        _ = try record(app)
        #expect(try bundle() == first)
        #expect((first.backtrace?.frames.count(where: { $0.address != nil }) ?? 0) > 5)
    }

    @Test func anotherExecutableWritesTheFramesToTheBundle() throws {
        let finished = try record(
            app, with: "bare-timeline", environment: ["TIMELINE_PROGRAM": "\(Sandbox.tools)/counter-timeline"])
        #expect(!finished.errors.contains("Warning"))
        #expect(try note() == Self.whole)
        #expect(Set(sandbox.files().keys) == ["run.jsonl", "run.jsonl.status", "run.bundle.jsonl"])
    }

    /// The warning above names the command for a shorter bundle.
    @Test func aReplacedBundleKeepsItsFrames() throws {
        _ = try record(app, with: "bare-timeline")
        let made = try sandbox.run(["bundle", "--force", "run.jsonl", "--last", "1"])
        #expect(made.status == 0)
        let shorter = Self.whole.replacing(#""states":2"#, with: #""states":1"#)
        #expect(try note() == shorter)
        // The note of another run does not apply to this one.
        _ = try sandbox.run(
            ["record", "--program", "counter", "-o", "other.jsonl"], input: #"{"reset":{}}"# + "\n" + #"{"reset":{}}"#)
        let other = try sandbox.run(["bundle", "--force", "other.jsonl", "-o", "run.bundle.jsonl"])
        #expect(other.status == 0)
        #expect(try note() == #"{"states":2,"last":{"seq":2,"reduced":true}}"#)
    }

    // MARK: - Whose crash it is

    @Test(arguments: [
        (#""$0"; exit $?"#, "A process of sh", whole, 1),
        // The crash of the started process is chosen among several.
        (#"echo abort | TIMELINE_RECORD= "$0"; exec "$0""#, "sh", whole, 2),
        // None of them is known to be of the app.
        (#"echo abort | TIMELINE_RECORD= "$0"; "$0"; exit $?"#, "A process of sh", bare, 2),
    ])
    func aCrashOfTheCommandOrItsChildIsOfTheApp(_ script: String, who: String, note: String, crashes: Int) throws {
        let finished = try record("/bin/sh", "-c", script, app)
        #expect(finished.status == 132)
        #expect(try self.note() == note)
        #expect(finished.errors.ranges(of: "counter-app crashed: ").count == crashes)
        #expect(
            finished.errors.split(separator: "\n").suffix(2) == [
                "\(who) was ended by SIGILL in step 2, whose reducer never returned. Recorded in run.jsonl",
                "run.bundle.jsonl holds the last 2 steps",
            ])
    }

    @Test func anExitStatusOver128IsNoCrashIfTheAppEndedCleanly() throws {
        let finished = try record(
            "/bin/sh", "-c", #"echo abort | TIMELINE_RECORD= "$0"; "$0"; exit 134"#, app, input: "add 5\n")
        #expect(finished.errors.ranges(of: "counter-app crashed: ").count == 1)
        #expect(finished.errors.hasSuffix("\nRecorded in run.jsonl\n"))
        #expect(finished.status == 134)
        #expect(Set(sandbox.files().keys) == ["run.jsonl"])
    }

    @Test func aCommandThatIsNotSwiftHasNoBacktrace() throws {
        let finished = try record("/bin/sh", "-c", "kill -SEGV $$")
        #expect(
            finished
                == Finished(
                    errors: """
                        Warning: sh recorded nothing: it must create its Recorder with a folder, or with .requested.

                        """,
                    status: 139))
        #expect(sandbox.files().isEmpty)
    }

    // MARK: - Other settings of the backtracer

    @Test func colorAndStreamFollowTheEnvironment() throws {
        let coloured = try record(app, backtrace: "color=yes,output-to=stdout")
        #expect(coloured.output.hasPrefix("\u{1B}[31mcounter-app crashed: Illegal instruction\u{1B}[0m\n"))
        #expect(calls(coloured.output).last == "timeline_test_app_main" && calls(coloured.errors).isEmpty)
        #expect(try note() == Self.whole)
        let mangled = try record(app, backtrace: "demangle=no,output-to=stderr")
        #expect(calls(mangled.errors).contains { $0.hasPrefix("$s20TimelineTestPrograms") } && mangled.output == "")
    }

    @Test func aClosedPipeOfTheBacktraceChangesNothing() throws {
        let finished = try sandbox.shell(
            #"{ counter-timeline record -o run.jsonl -- counter-app; echo $? > status; } | true"#, input: orders,
            environment: ["SWIFT_BACKTRACE": "output-to=stdout"])
        #expect(finished.errors.hasSuffix("run.bundle.jsonl holds the last 2 steps\n"))
        #expect(try sandbox.read("status") == "132\n")
        #expect(try note() == Self.whole)
    }

    @Test func aRequestedBacktraceGoesToItsOwnPlace() throws {
        let finished = try record(app, backtrace: "output-to=\(sandbox.folder)/crash.log,color=no")
        #expect(finished.status == 132)
        #expect(try sandbox.read("crash.log").contains("CounterProgram.reduce(_:_:)"))
        #expect(try note() == Self.bare)
        let off = try record(app, backtrace: "enable=no")
        #expect(off.status == 132)
        #expect(!off.errors.contains("crashed:"))
        #expect(try note() == Self.bare)
    }

    /// Writes a script that replaces the backtracer. It writes to `$folder`; `$PPID` is the app.
    private func backtracer(_ lines: String) throws -> String {
        let script = """
            #!/bin/sh
            while [ "$1" != --output-to ]; do shift; done
            folder=${2%/}
            echo "$folder" > called
            \(lines)

            """
        // Not by this process, whose other children would hold the file open as they start: then it cannot be run.
        let written = try sandbox.run(
            ["-c", "cat > backtracer && chmod 755 backtracer"], with: "/bin/sh", input: script)
        #expect(written == Finished())
        return "swift-backtrace=\(sandbox.folder)/backtracer"
    }

    @Test(arguments: [
        "exit 1", #"echo '{' > "$folder/app-$PPID-0.json""#,
        #"echo '{"kind":"crashReport","threads":[{"crashed":true,"frames":[{"symbol":"f"}]}]}' > planted; "#
            + #"ln -s "$PWD/planted" "$folder/app-$PPID-0.json""#,
        #"mkfifo "$folder/app-$PPID-0.json""#, #"head -c 9000000 /dev/zero > "$folder/app-$PPID-0.json""#,
        #"head -c 3000000 /dev/zero | tr '\0' '[' > "$folder/app-$PPID-0.json""#, #"rm -r "$folder""#,
        #"mkdir other; echo kept > other/kept; rmdir "$folder"; ln -s "$PWD/other" "$folder""#,
        #"i=0; while [ $i -lt 250 ]; do echo > "$folder/$i"; i=$((i + 1)); done"#, #"chmod 500 "$folder""#,
    ])
    func hostileBacktracesAreHarmless(_ lines: String) throws {
        let finished = try record(app, backtrace: try backtracer(lines))
        #expect(finished.status == 132)
        #expect(finished.errors.hasSuffix("run.bundle.jsonl holds the last 2 steps\n"))
        #expect(try note() == Self.bare)
        #expect(
            Set(sandbox.files().keys).subtracting(["other/kept", "planted"]) == [
                "run.jsonl", "run.jsonl.status", "run.bundle.jsonl", "backtracer", "called",
            ])
        if lines.contains("kept") { #expect(try sandbox.read("other/kept") == "kept\n") }
    }

    @Test func filesArePrivate() throws {
        let look = #"stat -c '%a %U' "$folder" > modes; id -un >> modes"#
        _ = try record(app, backtrace: try backtracer(look))
        let lines = try sandbox.read("modes").split(separator: "\n")
        #expect(lines.count == 2 && lines[0] == "700 \(lines[1])")
        #expect(try sandbox.read("called").wholeMatch(of: /\/.*\/timeline\.[A-Za-z0-9]{6}\n/) != nil)
    }

    @Test func theTextOfARuntimeWithoutJSONIsPrinted() throws {
        let finished = try record(
            app, backtrace: try backtracer(#"echo 'Thread 0 crashed: rax 0x12' > "$folder/app-$PPID-0.log""#))
        #expect(finished.errors.contains("Thread 0 crashed: rax 0x12\n"))
        #expect(try note() == Self.bare)
    }

    @Test func recordWaitsForTheAppAndNotTheBacktracer() throws {
        let other = #"{"kind":"crashReport","threads":[{"crashed":true,"frames":[{"symbol":"f"}]}]}"#
        let hangs = try backtracer(
            """
            echo $$ > number
            echo '\(other)' > "$folder/other-1-0.json"
            kill -KILL $PPID
            exec sleep 600 < /dev/null > /dev/null 2>&1
            """)
        let finished = try record(app, backtrace: hangs)
        kill(try #require(Int32(try sandbox.read("number").dropLast())), SIGKILL)
        #expect(finished.status == 137)
        #expect(try note() == #"{"states":2,"last":{"seq":2,"reduced":false},"signal":"SIGKILL","status":137}"#)
    }

    // MARK: - Secrets

    /// The app's own standard error is passed through, even with hidden values.
    @Test func theMessageOfATrapIsNotStored() throws {
        let secrets = ["bob.the.builder@example.com", #"pass"word\8fk3"#, "日本語の秘密の言葉", "4929123412341234"]
        let finished = try record("\(Sandbox.tools)/vault-app", input: secrets.joined(separator: "\n") + "\n")
        #expect(finished.status == 132)
        #expect(finished.errors.contains("VaultProgram.reduce(_:_:)"))
        let files = sandbox.files()
        #expect(Set(files.keys) == ["run.jsonl", "run.jsonl.status", "run.bundle.jsonl"])
        #expect(try bundle().backtrace?.place?.symbol == "VaultProgram.reduce(_:_:)")
        for secret in secrets {
            let own = Data(secret.debugDescription.dropFirst().dropLast().utf8)
            #expect(Data(finished.errors.utf8).ranges(of: own).count == 1, "the app says it, and nobody else")
            #expect(finished.output == "")
            let bytes = Array(secret.utf8)
            let spellings = [
                Data(bytes), own, Data(JSON.string(secret).text.dropFirst().dropLast()),
                secret.data(using: .utf16LittleEndian)!, secret.data(using: .utf16BigEndian)!,
                // The same bytes as in registers and memory dumps.
                Data(bytes.prefix(8).map { String(format: "%02x", $0) }.joined().utf8),
                Data(bytes.prefix(8).reversed().map { String(format: "%02x", $0) }.joined().utf8),
            ]
            for (name, data) in files {
                for spelling in spellings { #expect(data.range(of: spelling) == nil, "\(secret) in \(name)") }
            }
        }
    }
}
