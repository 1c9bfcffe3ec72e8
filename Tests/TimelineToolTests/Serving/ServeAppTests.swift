import Foundation
import Testing
import TimelineTestPrograms
import TimelineKit
import TimelineStore
import TimelineTestSupport

@Suite(.ownThreads)
struct ServeAppTests {
    private let sandbox = Sandbox()
    private let app: LiveApp

    init() throws { app = try LiveApp() }

    private static func lines(_ client: PageClient, count: Int) throws -> [JSON] {
        var lines: [JSON] = []
        while lines.count < count { lines += try client.next("rows")["lines"]?.array ?? [] }
        return lines
    }

    private func serve(_ tool: String = "counter-timeline") throws -> PageClient {
        try sandbox.serve(app.url, with: tool, environment: ["TIMELINE_TOKEN": app.token])
    }

    @Test(arguments: ["counter-timeline", "bare-timeline"])
    func stepsAppearAsTheyHappen(_ tool: String) throws {
        app.store.dispatch(.add(amount: 5))
        let server = try serve(tool).server!
        let address = try ServedAddress(of: server)
        let clients = try (1...10).map { _ in try PageClient(address) }
        for client in clients {
            let first = try client.next("page")
            #expect(first["page"]?.object?["last"] == 1)
            #expect(first["status"] == ["state": "live"])
        }
        let count = 1000
        for step in 1...count {
            app.store.dispatch(.increment)
            // Faster than a follower, which then fetches what it missed.
            if step > 700 { usleep(200) }
        }
        let all = try clients.map { try Self.lines($0, count: count) }
        for lines in all { #expect(lines == all[0]) }
        #expect(all[0].allSatisfy { $0.string?.hasPrefix(#"{"increment":{}}"# + "\t") == true })
        let late = try PageClient(address)
        let page = try late.next("page")
        #expect(page["page"]?.object?["last"] == .int(count + 1))

        // The page has what the recording has.
        let recorded = try sandbox.run(
            ["record", "--from", app.url, "-o", "run.jsonl"], environment: ["TIMELINE_TOKEN": app.token])
        #expect(recorded.status == 0)
        let text = try sandbox.read("run.jsonl").split(separator: "\n").map { try JSON(parsing: $0.utf8).object! }
        let steps = text.filter { $0["action"] != nil }
        func sums(_ name: String) -> [Int] {
            (page["steps"]?.object?[name]?.array ?? []).reduce(into: []) { $0.append(($0.last ?? 0) + $1.int!) }
        }
        #expect(sums("seq") == steps.map { $0["seq"]!.int! })
        #expect(sums("at") == steps.map { Int(($0["at"]!.number!.double * 1_000_000).rounded()) })
        #expect(try server.end(SIGINT).status == 0)
        #expect(sandbox.files().keys.sorted() == ["run.jsonl"])
    }

    /// Byte for byte, where the follower missed no step.
    @Test func aLivePageHasTheChunksOfThePageOfItsRecording() throws {
        let client = try serve()
        _ = try client.next("page")
        for amount in 1...50 { app.store.dispatch(.add(amount: amount % 3)) }
        app.store.set(Counter(count: 7), by: "test")
        app.store.dispatch(.reset)
        _ = try Self.lines(client, count: 52)
        client.send(message: #"{"read":0}"#)
        let chunk = try client.next("chunk")["text"]?.string
        _ = try sandbox.run(
            ["record", "--from", app.url, "-o", "run.jsonl"], environment: ["TIMELINE_TOKEN": app.token])
        #expect(try chunk == ServeFileTests.element("chunk-0", of: "run.jsonl", sandbox))
    }

    /// A patch needs the state before it.
    @Test func whereTheLastStateIsUnknownTheNextStepShowsItsOwn() throws {
        for amount in [1, 1, 3] { app.store.dispatch(.add(amount: amount)) }
        let client = try serve("bare-timeline")
        _ = try client.next("page")
        var lines: [JSON] = []
        for count in 1...2 {
            app.store.dispatch(.increment)
            lines += try Self.lines(client, count: 1)
            #expect(lines.count == count)
        }
        #expect(
            lines == [
                .string(#"{"increment":{}}"# + "\t" + #"={"count":6}"#),
                .string(#"{"increment":{}}"# + "\t" + #"[{"op":"replace","path":"/count","value":7}]"#),
            ])
        client.send(message: #"{"read":0}"#)
        _ = try client.next("chunk")
    }

    @Test func withoutControlThePageCannotChangeTheApp() throws {
        let client = try serve()
        #expect(try client.next("page")["control"] == false)
        for message in [#"{"dispatch":{"increment":{}}}"#, #"{"travel":{"to":"0"}}"#] { client.send(message: message) }
        // It shows where the app is, before or after it refuses both.
        var problems: [JSON] = []
        var travel: JSON?
        while problems.count < 2 || travel == nil {
            guard case .json(let message) = try client.next() else { break }
            if let problem = message["problem"] { problems.append(problem) }
            travel = message["travel"] ?? travel
        }
        let refusal: JSON = "this page only shows the recording: start timeline serve URL with --control"
        #expect(problems == [refusal, refusal])
        #expect(travel == ["live": true, "seq": 0])
        #expect(app.store.state.count == 0)
    }

    // MARK: - The example

    /// Starts the example at a port, and waits until it serves.
    /// With port 0 the system chooses a port.
    private func startEpisodes(
        _ port: Substring = "0", recordedIn file: String = "app.jsonl"
    ) throws -> (app: TestProcess, port: Substring) {
        let app = try sandbox.start(
            ["--serve", String(port)], with: "episodes",
            environment: ["HOME": sandbox.folder, "TIMELINE_RECORD": file])
        return (app, try app.wait(for: #/serving at http:\/\/127\.0\.0\.1:(\d+)/#).1)
    }

    private func serveEpisodes(_ port: Substring) throws -> PageClient {
        try sandbox.serve(
            "http://127.0.0.1:\(port)", "--control", with: "timeline", environment: ["HOME": sandbox.folder])
    }

    @Test func thePageControlsTheApp() throws {
        let (app, port) = try startEpisodes()
        defer { _ = try? app.end(SIGKILL) }
        let client = try serveEpisodes(port)
        #expect(try client.next("page")["control"] == true)

        client.send(message: #"{"dispatch":{"searchChanged":{"text":"rick"}}}"#)
        #expect(
            try client.next("rows")["lines"]
                == [
                    .string(
                        #"{"searchChanged":{"text":"rick"}}"# + "\t"
                            + #"[{"op":"replace","path":"/list/search","value":"rick"}]"#)
                ])
        client.send(message: #"{"travel":{"to":"0"}}"#)
        var travel = try client.next("travel")["travel"]?.object
        while travel?["live"] == true { travel = try client.next("travel")["travel"]?.object }
        #expect(travel?["seq"] == 0)
        #expect(travel?["live"] == false)
        // The app itself shows the past.
        func send(_ text: String) throws -> Finished {
            try sandbox.run(
                ["send", "http://127.0.0.1:\(port)", #"{"searchChanged":{"text":"\#(text)"}}"#], with: "timeline",
                environment: ["HOME": sandbox.folder])
        }
        #expect(try send("morty").status == 1)
        client.send(message: #"{"dispatch":{"searchChanged":{"text":""}}}"#)
        #expect(
            try client.next("problem")["problem"]?.string
                == "the app refused: the past is shown, and actions are refused until the live state is shown again (409)"
        )
        client.send(message: #"{"travel":{"resume":"release"}}"#)
        #expect(try client.next("travel")["travel"] == ["live": true, "seq": 1])
        #expect(try send("morty") == Finished(output: "step 2\n"))
        for (message, problem) in [
            (#"{"dispatch":{"explode":{}}}"#, "the app refused: the action is not valid for episodes: "),
            (#"{"dispatch":{"searchChanged":{"text":"a","text":"b"}}}"#, "this is not valid JSON, and was not sent: "),
            (#"{"travel":{"to":"nowhere"}}"#, "the app refused: "),
            (#"{"travel":{"fly":1}}"#, "the key \"fly\" is unknown"),
        ] {
            client.send(message: message)
            let found = try client.next("problem")["problem"]?.string ?? ""
            #expect(found.hasPrefix(problem), "\(found)")
        }
        client.send(message: #"{"open":"episodes://search?text=rick"}"#)
        while try client.next("rows")["lines"]?.array?.last?.string?.hasPrefix(#"{"linkOpened":"#) != true {}
        // At its newest step, too, the app refuses actions until it runs on.
        client.send(message: #"{"travel":{"to":"end"}}"#)
        while try client.next("travel")["travel"]?.object?["live"] != false {}
        #expect(try send("morty").status == 1)
    }

    @Test func anAppThatIsKilledIsLostAndItsRunStaysAndIsSavedWhenANewOneBegins() throws {
        let (app, port) = try startEpisodes()
        let client = try serveEpisodes(port)
        let first = try client.next("page")["page"]?.object
        for text in ["rick", "morty"] {
            client.send(message: #"{"dispatch":{"searchChanged":{"text":"\#(text)"}}}"#)
            _ = try client.next("rows")
        }
        _ = try app.end(SIGKILL)
        let lost = try client.next("status")["status"]
        func text(_ reason: String) -> JSON {
            .string(
                "The app at http://127.0.0.1:\(port) has ended, or cannot be reached: \(reason). "
                    + "This page goes on when it is back.")
        }
        #expect(lost == ["state": "lost", "text": text("it closed the connection")])
        #expect(try client.next("status")["status"] == ["state": "lost", "text": text("nothing listens there")])
        // An app that ends as usual removes its token file.
        try FileManager.default.removeItem(atPath: "\(sandbox.folder)/.timeline/\(port).token")
        #expect(try client.next("status")["status"] == ["state": "lost", "text": text("it has no token")])
        let (other, _) = try startEpisodes(port, recordedIn: "other.jsonl")
        defer { _ = try? other.end(SIGKILL) }
        let ended: JSON = ["state": "ended", "text": "The app was started again after this run."]
        #expect(try client.next("status")["status"] == ended)
        let runs: JSON = [["run": 1, "steps": 2, "state": "ended"], ["run": 2, "steps": 0, "state": "live"]]
        #expect(try client.next("runs")["runs"] == runs)
        // A browser that comes later shows the latest run, and both read the one that they ask for.
        let late = try PageClient(ServedAddress(of: client.server))
        #expect(try late.next("page")["run"] == 2)
        late.send(message: #"{"run":1}"#)
        #expect(try late.next("page")["page"]?.object?["session"] == first?["session"])
        client.send(message: #"{"run":2}"#)
        let second = try client.next("page")
        #expect(second["page"]?.object?["session"] != first?["session"])
        #expect(second["page"]?.object?["steps"] == 0)
        #expect(second["status"] == ["state": "live"] && second["runs"] == runs)
        client.send(message: #"{"dispatch":{"searchChanged":{"text":"rick"}}}"#)
        #expect(try client.next("rows")["rows"]?.object?["seq"] == [1])

        // Nothing is overwritten. Each file has what the app recorded.
        for (run, recorded) in [(1, "app.jsonl"), (1, "app.jsonl"), (2, "other.jsonl")] {
            let others = Set(sandbox.files().keys)
            let browser = run == 1 ? late : client
            browser.send(message: #"{"save":\#(run)}"#)
            let saved = try #require(try browser.next("status")["status"]?.object?["saved"]?.string)
            #expect(saved.hasPrefix("episodes-") && !others.contains(saved))
            let logs = try [saved, recorded].map { try sandbox.run(["log", $0], with: "timeline") }
            #expect(logs[0] == logs[1] && logs[0].output.contains("rick"), "\(logs)")
        }
        client.send(message: #"{"save":3}"#)
        #expect(try client.next("problem")["problem"] == "there is no run 3 of an app to save")
        #expect(try client.server.end(SIGINT).status == 0)
    }

    /// The app wrote the step before its reducer ended it, and can send it no more.
    @Test func theStepWhoseReducerEndsTheAppIsOnThePageAndInTheSavedRun() throws {
        let environment = ["HOME": sandbox.folder, "TIMELINE_RECORD": "app.jsonl"]
        let app = try sandbox.start([], with: "counter-app", environment: environment)
        try app.type("serve\nadd 5\n")
        let client = try sandbox.serve("\(app.wait(for: #/serving at (http:\S+)/#).1)", environment: environment)
        #expect(try client.next("page")["page"]?.object?["steps"] == 1)
        try app.type("crash\n")
        let page = try client.next("page")["page"]?.object
        #expect(page?["verdict"] == ["kind": "crash", "step": 2, "frames": []] && page?["unreturned"] == 2)
        client.send(message: #"{"save":1}"#)
        var saved: String?
        while saved == nil { saved = try client.next("status")["status"]?.object?["saved"]?.string }
        let logs = try [saved!, "app.jsonl"].map { try sandbox.run(["log", $0]).output }
        #expect(logs[1].hasPrefix(logs[0]) && logs[0].contains("  crash\n"), "\(logs)")
    }

    /// As those of a file. The app goes on, and the command reads the run that was saved.
    @Test func otherStepsOfARunOfAnAppAreReduced() throws {
        for amount in [2, 3] { app.store.dispatch(.add(amount: amount)) }
        let client = try serve()
        _ = try client.next("page")
        func answer(_ words: String, _ more: String = "") throws -> JSONObject? {
            client.send(message: #"{"edits":{"id":1,"run":1,"words":[\#(words)]\#(more)}}"#)
            return try client.next("edits")["edits"]?.object
        }
        let other = try answer(#""--skip","1","--set","2","{\"$.count\":-7}""#)
        #expect(other?["verdict"] == ["kind": "invariant", "step": 2, "name": "count is never negative"])
        #expect(other?["firstDifference"] == 1 && other?["steps"] == 2)
        #expect(other?["command"] == #"timeline replay - --skip 1 --set 2 '{"$.count":-7}'"#)
        app.store.dispatch(.add(amount: 4))
        _ = try client.next("rows")
        client.send(message: #"{"save":1}"#)
        let run = try #require(try client.next("status")["status"]?.object?["saved"]?.string)
        let saved = try answer(#""--skip","3""#, #","save":true"#)
        let edited = run.replacing(".jsonl", with: ".edited.jsonl")
        #expect(saved?["saved"] == .string(edited))
        #expect(saved?["command"] == .string("timeline replay \(run) --skip 3"))
        #expect(try sandbox.run(["state", edited]).output == "{\n  \"count\": 5\n}\n")
        #expect(app.store.state.count == 9)
    }

    /// A step of another run is never shown as one of the run before.
    @Test(arguments: [true, false])
    func anAppThatIsRestartedWhileThePageReconnectsIsANewRunOrLost(_ isTokenReplaced: Bool) async throws {
        let (first, second) = (try LiveApp(), try LiveApp())
        first.store.dispatch(.increment)
        for _ in 1...3 { second.store.dispatch(.add(amount: 10)) }
        let proxy = try AppProxy(first, then: second, isTokenReplaced: isTokenReplaced)
        let client = try sandbox.serve(proxy.url, environment: ["TIMELINE_TOKEN": first.token])
        let page = try client.next("page")["page"]?.object
        #expect(page?["steps"] == 1)
        proxy.loseConnections()
        while true {
            guard case .json(let message) = try client.next() else { throw TestProcess.Failure(description: "no end") }
            #expect(message["rows"] == nil)
            if message["runs"] != nil { client.send(message: #"{"run":2}"#) }
            if let new = message["page"]?.object {
                #expect(isTokenReplaced && new["steps"] == 3 && new["session"] != page?["session"])
                break
            }
            guard let text = message["status"]?.object?["text"]?.string, text.contains("token") else { continue }
            #expect(
                !isTokenReplaced
                    && text == """
                        The app at \(proxy.url) was restarted, and has another token than TIMELINE_TOKEN. End this command \
                        with control-C, and start it again with the new token.
                        """
            )
            break
        }
        for app in [first, second] { await app.stop() }
    }
}
