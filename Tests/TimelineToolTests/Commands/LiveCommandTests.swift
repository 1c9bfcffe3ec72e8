import Foundation
import Testing
import TimelineTestPrograms
import TimelineKit
import TimelineStore
import TimelineTestSupport

/// The commands for a running app: two processes on loopback.
@Suite(.ownThreads)
struct LiveCommandTests {
    private let sandbox = Sandbox()
    private let app: LiveApp
    private static let usage = """
        Usage: timeline send <url> (<action> ... | --open <link> | --to <p> | --resume)
          See 'timeline send --help' for more information.

        """

    init() throws { app = try LiveApp() }

    private func run(_ arguments: [String], token: String? = nil) throws -> Finished {
        try sandbox.run(arguments, environment: ["TIMELINE_TOKEN": token ?? app.token])
    }

    @Test func `sends an action, and says which step it became`() throws {
        #expect(try run(["send", app.url, #"{"add":{"amount":3}}"#]) == Finished(output: "step 1\n"))
        #expect(try run(["send", app.url, #"{"increment":{}}"#, "--json"]) == Finished(output: #"{"seq":2}"# + "\n"))
        #expect(app.store.state.count == 4)
    }

    @Test func `opens a link, and says which step it became`() throws {
        #expect(try run(["send", app.url, "--open", "counter://add/3"]) == Finished(output: "step 1\n"))
        #expect(
            try run(["send", app.url, "--open", "counter://add/4", "--json"])
                == Finished(output: #"{"seq":2}"# + "\n"))
        #expect(app.store.state.count == 7)
        #expect(
            try run(["record", "--from", app.url, "-o", "live.jsonl"])
                == Finished(errors: "live.jsonl: 2 steps recorded\n"))
        let steps = try sandbox.run(["log", "live.jsonl", "--json"]).output
            .replacing(/"at":[0-9.]+,/, with: "").replacing(/,"crc":"[0-9a-f]+"/, with: "")
        #expect(
            steps == """
                {"seq":1,"action":{"add":{"amount":3}},"from":"remote"}
                {"seq":2,"action":{"add":{"amount":4}},"from":"remote"}

                """)
    }

    @Test func `reports why a link is not opened`() throws {
        // What the app's error quotes from the link reaches no terminal raw.
        #expect(
            try run(["send", app.url, "--open", "counter://add/\u{9B}x"])
                == Finished(
                    errors: "Error: the app refused: the link cannot be opened: counter://add/\\u{9B}x: a number is "
                        + "missing (422)\n", status: 64))
        #expect(
            try run(["send", app.url])
                == Finished(
                    errors: "Error: Pass either actions or one of --open, --to and --resume.\n\(Self.usage)", status: 64
                ))
        #expect(
            try run(["send", app.url, #"{"increment":{}}"#, "--open", "counter://add/3"])
                == Finished(
                    errors: "Error: Pass either actions or one of --open, --to and --resume.\n\(Self.usage)", status: 64
                ))
        let closed = try LiveApp(opensLinks: false)
        #expect(
            try sandbox.run(
                ["send", closed.url, "--open", "counter://add/3"], environment: ["TIMELINE_TOKEN": closed.token])
                == Finished(
                    errors: "Error: the app refused: this app opens no links: pass linkAction to its TimelineHost "
                        + "(404)\n", status: 1))
        let reader = try LiveApp(isReadOnly: true)
        #expect(
            try sandbox.run(
                ["send", reader.url, "--open", "counter://add/3"], environment: ["TIMELINE_TOKEN": reader.token])
                == Finished(errors: "Error: the app refused: this host is read-only (403)\n", status: 69))
        for app in [app, closed, reader] { #expect(app.store.state.count == 0) }
    }

    @Test func `prints the live state, or a part of it`() throws {
        app.store.dispatch(.add(amount: 7))
        #expect(try run(["state", app.url]) == Finished(output: "{\n  \"count\": 7\n}\n"))
        #expect(try run(["state", app.url, "--json"]) == Finished(output: #"{"count":7}"# + "\n"))
        #expect(try run(["state", app.url, "--path", "$.count"]) == Finished(output: "7\n"))
        #expect(try run(["state", app.url, "--path", "/count"]) == Finished(output: "7\n"))
        #expect(
            try run(["state", app.url, "--path", "$.nobody"])
                == Finished(errors: "Error: the app refused: the state has no $.nobody (404)\n", status: 1))
    }

    @Test func `follows what happens to a place`() throws {
        let watched = try withExtendedLifetime(app.countUp([.add(amount: 0), .increment])) {
            try run(["watch", app.url, "--path", "$.count", "--steps", "2"])
        }
        #expect(watched.status == 0)
        let lines = watched.output.split(separator: "\n")
        #expect(lines.count == 2)
        for line in lines { #expect(line.wholeMatch(of: #/ +\d+  user      increment  → \d+/#) != nil, "\(line)") }
        #expect(watched.errors.wholeMatch(of: /following from step \d+\n/) != nil)
    }

    @Test func `ends when nobody reads what it prints`() throws {
        // No step follows the one that is read.
        Thread { [app, sandbox] in
            while (try? sandbox.read("log"))?.hasSuffix("\n") != true { usleep(10_000) }
            app.store.dispatch(.increment)
        }.start()
        let line = "(counter-timeline watch \(app.url); echo $? >&2) 2> log | head -n 1"
        let watched = try sandbox.shell(line, environment: ["TIMELINE_TOKEN": app.token])
        #expect(watched.output == "      1  user      increment\n")
        #expect(try sandbox.read("log") == "following from step 0\n0\n")
    }

    @Test func `takes an address as people type it, unless a file has that name`() throws {
        let bare = String(app.url.dropFirst("http://".count))
        for address in [bare, "HTTP://\(bare)", "localhost:\(bare.dropFirst("127.0.0.1:".count))"] {
            #expect(try run(["state", address, "--json"]) == Finished(output: #"{"count":0}"# + "\n"))
            #expect(
                try run(["info", address]).errors.hasSuffix(
                    " is a running app, and this command reads a file. Take its timeline first:\n  timeline record "
                        + "--from http://\(address.lowercased().replacing("http://", with: "")) -o run.jsonl\n"))
        }
        #expect(try run(["info", "run.jsonl:4000"]).errors.hasPrefix("Error: cannot open run.jsonl:4000: "))
        try sandbox.write(Recorded.run, to: bare)
        #expect(try run(["state", bare, "0", "--json"]) == Finished(output: #"{"count":0}"# + "\n"))
        #expect(
            try run(["info", "unix:/a b\u{1B}"]).errors.hasSuffix(
                #"timeline record --from "$(printf 'unix:/a b\033')" -o run.jsonl"# + "\n"))
    }

    @Test func `downloads a timeline to standard output, and packed`() throws {
        for _ in 1...5 { app.store.dispatch(.increment) }
        let plain = try run(["record", "--from", app.url, "-o", "-"])
        #expect(plain.status == 0 && plain.errors == "")
        #expect(
            try run(["record", "--from", app.url, "-o", "live.jsonl.gz"])
                == Finished(errors: "live.jsonl.gz: 5 steps recorded\n"))
        let again = try run(["record", "--from", app.url, "-o", "live.jsonl.gz"])
        #expect(again == Finished(errors: "Error: live.jsonl.gz already exists; --force replaces it\n", status: 73))
        let packed = try sandbox.shell("gzip -dc live.jsonl.gz")
        #expect(packed == Finished(output: plain.output))
    }

    @Test func `reports why an app cannot be reached`() async throws {
        let zeros = String(repeating: "0", count: 64)
        #expect(
            try run(["send", app.url, #"{"increment":{}}"#], token: zeros)
                == Finished(errors: "Error: the app refused: the token is wrong (401)\n", status: 69))
        #expect(
            try run(["send", app.url, #"{"increment":{}}"#], token: "secret")
                == Finished(
                    errors: "Error: TIMELINE_TOKEN is not a token: it must be 64 hexadecimal digits\n", status: 64))
        #expect(
            try run(["send", "https://127.0.0.1:4000", "{}"])
                == Finished(
                    errors:
                        "Error: \"https://127.0.0.1:4000\" is not the address of an app: pass one like "
                        + "http://127.0.0.1:4000 or unix:/path/to/socket\n", status: 64))
        #expect(
            try run(["send", app.url, "increment"])
                == Finished(
                    errors: "Error: the action is not JSON: byte 0: expected a value, found \"i\"\n  increment\n",
                    status: 64))
        let unknown = try run(["send", app.url, #"{"explode":{}}"#])
        #expect(unknown.status == 64)
        #expect(unknown.errors.hasPrefix("Error: the app refused: the action is not valid for counter: "))
        #expect(
            try run(["state", app.url, "3"])
                == Finished(
                    errors:
                        "Error: a running app has only its live state. To see position 3, record its timeline first:"
                        + "\n  timeline record --from \(app.url) -o run.jsonl\n",
                    status: 64))
        #expect(app.store.state.count == 0)
        await app.stop()
        #expect(
            try run(["send", app.url, #"{"increment":{}}"#])
                == Finished(
                    errors: "Error: the app at \(app.url) cannot be reached: nothing listens there\n", status: 69))
    }

    @Test func `finds the token in the file that the host keeps for its user`() throws {
        let port = app.url.split(separator: ":").last.map(String.init) ?? ""
        let home = "\(sandbox.folder)/home"
        let folder = "\(home)/.timeline"
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        try FileManager.default.copyItem(atPath: app.tokenFile, toPath: "\(folder)/\(port).token")
        let found = try sandbox.run(["state", app.url, "--json"], environment: ["HOME": home])
        #expect(found == Finished(output: #"{"count":0}"# + "\n"))
        // An empty variable counts as unset.
        let empty = try sandbox.run(["state", app.url, "--json"], environment: ["HOME": home, "TIMELINE_TOKEN": ""])
        #expect(empty == found)
        // Another listener at that port never receives the token.
        let other = "http://127.0.0.2:\(port)"
        #expect(
            try sandbox.run(["state", other, "--json"], environment: ["HOME": home])
                == Finished(
                    errors:
                        "Error: there is no token for \(other): token files are read for 127.0.0.1 and localhost only. "
                        + "Put the token of the host into TIMELINE_TOKEN.\n",
                    status: 69))
        // A token file that others can read is rejected.
        chmod("\(folder)/\(port).token", 0o644)
        let open = try sandbox.run(["state", app.url, "--json"], environment: ["HOME": home])
        #expect(
            open
                == Finished(
                    errors: "Error: there is no token for \(app.url): cannot open \(folder)/\(port).token: permission "
                        + "denied. Is the app running? The token may also be in TIMELINE_TOKEN.\n", status: 69))
    }

    /// The tools' own timeouts apply.
    @Test func `gives up on an app that does not answer, and says for how long it waited`() async throws {
        let halted = try UnresponsiveHost()
        let url = halted.url
        let commands = [
            "send \(url) '{\"increment\":{}}'", "watch \(url)", "state \(url)", "record --from \(url) -o live.jsonl",
        ]
        // All at once, as each waits.
        let script = commands.indices.map {
            "(counter-timeline \(commands[$0]) >out.\($0) 2>&1; echo $? >>out.\($0)) & "
        }
        let sandbox = sandbox
        let token = app.token
        // On a thread of its own, because other tests need the shared ones.
        let end = try await withCheckedThrowingContinuation { done in
            Thread {
                done.resume(
                    with: Result {
                        try sandbox.shell(script.joined() + "wait; cat out.*", environment: ["TIMELINE_TOKEN": token])
                    })
            }.start()
        }
        let silent = "Error: the app at \(url) did not respond within 10 seconds: it is halted or busy"
        #expect(
            end.output
                == "\(silent); the app may still reduce the action\n69\n"
                + String(repeating: "\(silent)\n69\n", count: 3))
        #expect(sandbox.files().keys.sorted() == ["out.0", "out.1", "out.2", "out.3"])
        withExtendedLifetime(halted) {}
    }
}
