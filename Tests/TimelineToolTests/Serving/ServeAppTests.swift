import Foundation
import Testing
import TimelineTestPrograms
import TimelineKit
import TimelineStore
import TimelineTestSupport

@Suite(.ownThreads)
struct ServeAppTests {
    private let sandbox = Sandbox()

    private static func lines(_ client: PageClient, count: Int) throws -> [JSON] {
        var lines: [JSON] = []
        while lines.count < count { lines += try client.next("rows")["lines"]?.array ?? [] }
        return lines
    }

    private func serve(_ app: LiveApp, _ arguments: String..., tool: String = "counter-timeline") throws -> TestProcess
    {
        try sandbox.start(["serve", app.url] + arguments, with: tool, environment: ["TIMELINE_TOKEN": app.token])
    }

    @Test(arguments: ["counter-timeline", "bare-timeline"])
    func stepsAppearAsTheyHappen(_ tool: String) async throws {
        let app = try LiveApp()
        app.store.dispatch(.add(amount: 5))
        let server = try serve(app, tool: tool)
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
        await app.stop()
    }

    /// Byte for byte, where the follower missed no step.
    @Test func aLivePageHasTheChunksOfThePageOfItsRecording() async throws {
        let app = try LiveApp()
        let server = try serve(app)
        let client = try PageClient(ServedAddress(of: server))
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
        await app.stop()
    }

    /// A patch needs the state before it.
    @Test func whereTheLastStateIsUnknownTheNextStepShowsItsOwn() async throws {
        let app = try LiveApp()
        for amount in [1, 1, 3] { app.store.dispatch(.add(amount: amount)) }
        let server = try serve(app, tool: "bare-timeline")
        let client = try PageClient(ServedAddress(of: server))
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
        await app.stop()
    }

    @Test func withoutControlThePageCannotChangeTheApp() async throws {
        let app = try LiveApp()
        let server = try serve(app)
        let client = try PageClient(ServedAddress(of: server))
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
        await app.stop()
    }

    // MARK: - The example

    /// Starts the example at a port, and waits until it serves.
    /// With port 0 the system chooses a port.
    private func startEpisodes(_ port: Substring = "0") throws -> (app: TestProcess, port: Substring) {
        let app = try sandbox.start(["--serve", String(port)], with: "episodes", environment: ["HOME": sandbox.folder])
        return (app, try app.wait(for: #/serving at http:\/\/127\.0\.0\.1:(\d+)/#).1)
    }

    private func serveEpisodes(_ port: Substring) throws -> TestProcess {
        try sandbox.start(
            ["serve", "http://127.0.0.1:\(port)", "--control"], with: "timeline", environment: ["HOME": sandbox.folder])
    }

    @Test func thePageControlsTheApp() throws {
        let (app, port) = try startEpisodes()
        defer { _ = try? app.end(SIGKILL) }
        let server = try serveEpisodes(port)
        let client = try PageClient(ServedAddress(of: server))
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
    }

    @Test func anAppThatIsKilledIsLostAndANewOneIsANewPage() throws {
        let (app, port) = try startEpisodes()
        let server = try serveEpisodes(port)
        let client = try PageClient(ServedAddress(of: server))
        let first = try client.next("page")["page"]?.object
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
        let (other, _) = try startEpisodes(port)
        defer { _ = try? other.end(SIGKILL) }
        let second = try client.next("page")
        #expect(second["page"]?.object?["session"] != first?["session"])
        #expect(second["page"]?.object?["steps"] == 0)
        #expect(second["status"] == ["state": "live"])
        client.send(message: #"{"dispatch":{"searchChanged":{"text":"rick"}}}"#)
        #expect(try client.next("rows")["rows"]?.object?["seq"] == [1])
        #expect(try server.end(SIGINT).status == 0)
    }

    /// A step of another run is never shown as one of the run before.
    @Test func anAppThatIsRestartedWhileThePageReconnectsIsANewPage() async throws {
        let (first, second) = (try LiveApp(), try LiveApp())
        first.store.dispatch(.increment)
        for _ in 1...3 { second.store.dispatch(.add(amount: 10)) }
        let proxy = try AppProxy(first, then: second)
        let server = try sandbox.start(["serve", proxy.url], environment: ["TIMELINE_TOKEN": first.token])
        let client = try PageClient(ServedAddress(of: server))
        let page = try client.next("page")["page"]?.object
        #expect(page?["steps"] == 1)
        proxy.loseConnections()
        while true {
            guard case .json(let message) = try client.next() else { break }
            #expect(message["rows"] == nil)
            guard let new = message["page"]?.object else { continue }
            #expect(new["steps"] == 3)
            #expect(new["session"] != page?["session"])
            break
        }
        await first.stop()
        await second.stop()
    }

    @Test func aRestartedAppWithAnotherTokenThanTheEnvironmentIsLost() async throws {
        let (first, second) = (try LiveApp(), try LiveApp())
        let proxy = try AppProxy(first, then: second, isTokenReplaced: false)
        let server = try sandbox.start(["serve", proxy.url], environment: ["TIMELINE_TOKEN": first.token])
        let client = try PageClient(ServedAddress(of: server))
        _ = try client.next("page")
        proxy.loseConnections()
        var text = ""
        while !text.contains("token"), let status = try client.next("status")["status"]?.object {
            text = status["text"]?.string ?? ""
        }
        #expect(
            text == """
                The app at \(proxy.url) was restarted, and has another token than TIMELINE_TOKEN. End this command with \
                control-C, and start it again with the new token.
                """)
        await first.stop()
        await second.stop()
    }
}
