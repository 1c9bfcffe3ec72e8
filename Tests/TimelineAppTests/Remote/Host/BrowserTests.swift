import Foundation
import Testing
import TimelineRemote
import TimelineStore
import TimelineTestPrograms
import TimelineKit
import TimelineTestSupport

/// A page of another origin, in a real browser, tries every way of a page to read and change the state.
@Suite(.ownThreads)
struct BrowserTests {
    @Test(.needs(.chromium))
    func `a page of another origin reads and changes nothing, even with the token`() async throws {
        let run = try HostRun(CounterProgram())
        run.store.dispatch(.add(amount: 41))
        let found = try await Self.visit(port: run.port, token: run.token)
        #expect(found == Self.nothing)
        #expect(run.store.state.count == 41)
        #expect(run.recorder.seq == 1)
        // The host received these requests and refused them.
        for what in ["GET /state", "OPTIONS /state", "OPTIONS /dispatch", "POST /dispatch", "GET /follow"] {
            #expect(run.refusals.contains { $0.contains("refused \(what) from") }, "\(what)")
        }
        #expect(
            run.refusals.allSatisfy { $0.contains(": 403 Forbidden: ") || $0.contains(": 401 ") }, "\(run.refusals)")
        #expect(try run.get("/state").body == #"{"seq":1,"state":{"count":41}}"#)
        await run.host.finish()
    }

    /// The same page succeeds with a permissive server. Otherwise the test above would prove nothing.
    @Test(.needs(.chromium))
    func `the same page reads and changes the state of a server that allows it`() async throws {
        let permissive = try PageServer { request in
            let head =
                "200 OK\r\nContent-Type: application/json\r\nAccess-Control-Allow-Origin: *\r\n"
                + "Access-Control-Allow-Headers: authorization, content-type"
            return (head, #"{"seq":1,"state":{"count":41}}"#)
        }
        let found = try await Self.visit(port: permissive.port, token: String(repeating: "0", count: 64))
        #expect(found["get"] == #"read {"seq":1,"state":{"count":41}}"#)
        #expect(found["get with the token"] == #"read {"seq":1,"state":{"count":41}}"#)
        #expect(found["post with the token"] == #"read {"seq":1,"state":{"count":41}}"#)
        #expect(found["from a sandbox, with the token"] == #"read {"seq":1,"state":{"count":41}}"#)
        #expect(permissive.received.contains { $0.method == "POST" && $0.body.contains("increment") })
        permissive.stop()
    }

    private static let nothing = [
        "get": "TypeError", "get by its other name": "TypeError", "get with the token": "TypeError",
        "get, no-cors": "opaque, nothing to read", "post": "TypeError", "post with the token": "TypeError",
        "post, no-cors": "opaque, nothing to read", "post as text": "TypeError",
        "follow": "closed 1006", "follow with the token as protocol": "closed 1006",
        "share": "closed 1006", "events": "error", "script": "error", "frame": "not readable",
        "form": "not readable", "from a sandbox, with the token": "TypeError", "beacon": "sent",
    ]

    /// Opens the page in a browser, and waits for its report.
    private static func visit(port: UInt16, token: String) async throws -> [String: String] {
        let text = page.replacing("PORT", with: "\(port)").replacing("TOKEN", with: token)
        let server = try PageServer { request in
            ("200 OK\r\nContent-Type: text/html; charset=utf-8", request.method == "GET" ? text : "")
        }
        defer { server.stop() }
        let browser = try Chromium("http://127.0.0.1:\(server.port)/")
        defer { withExtendedLifetime(browser) {} }
        for _ in 0..<600 {
            if let report = server.received.first(where: { $0.path == "/found" }) {
                let object = try JSON(parsing: Array(report.body.utf8)).object?.members ?? []
                return Dictionary(uniqueKeysWithValues: object.map { ($0.key, $0.value.string ?? "") })
            }
            try await Task.sleep(for: .milliseconds(100))
        }
        Issue.record("the page sent no report: \(server.received)")
        return [:]
    }

    private static let page = #"""
        <!DOCTYPE html><title>another site</title><body><script>
        const app = "http://127.0.0.1:PORT", token = "TOKEN"
        const action = JSON.stringify({action: {increment: {}}})
        const json = {"Content-Type": "application/json"}
        const allowed = {"Authorization": "Bearer " + token}
        const found = {}

        async function fetched(url, options) {
            try {
                const answer = await fetch(url, options)
                const text = await answer.text()
                return answer.type == "opaque" && text == "" ? "opaque, nothing to read" : "read " + text
            } catch (error) { return error.name }
        }
        function socket(path, protocols) {
            return new Promise(done => {
                const socket = new WebSocket("ws://127.0.0.1:PORT" + path, protocols)
                socket.onmessage = message => done("read " + message.data)
                socket.onopen = () => done("open")
                socket.onclose = event => done("closed " + event.code)
            })
        }
        function frame(begin) {
            return new Promise(done => {
                const frame = document.createElement("iframe")
                frame.name = "frame" + Math.random()
                frame.onload = () => {
                    if (frame.contentDocument && frame.contentDocument.URL == "about:blank") return
                    try { done("read " + frame.contentWindow.document.body.innerText) }
                    catch (error) { done("not readable") }
                }
                begin(frame)
            })
        }
        function form(frame) {
            const form = document.createElement("form")
            form.action = app + "/dispatch"; form.method = "POST"; form.enctype = "text/plain"; form.target = frame.name
            const field = document.createElement("input")
            field.name = '{"action":{"increment":{}},"client":"'; field.value = '","number":1}'
            form.append(field); document.body.append(form); document.body.append(frame); form.submit()
        }
        function sandbox() {
            return new Promise(done => {
                const frame = document.createElement("iframe")
                frame.sandbox = "allow-scripts"
                frame.srcdoc = `<script>
                    fetch("${app}/state", {headers: ${JSON.stringify(allowed)}})
                        .then(answer => answer.text()).then(text => "read " + text, error => error.name)
                        .then(found => parent.postMessage(found, "*"))
                <\/script>`
                window.onmessage = message => done(message.data)
                document.body.append(frame)
            })
        }
        async function look() {
            found["get"] = await fetched(app + "/state")
            found["get by its other name"] = await fetched("http://localhost:PORT/state", {headers: allowed})
            found["get with the token"] = await fetched(app + "/state", {headers: allowed})
            found["get, no-cors"] = await fetched(app + "/state", {mode: "no-cors", credentials: "include"})
            found["post"] = await fetched(app + "/dispatch", {method: "POST", body: action, headers: json})
            found["post with the token"] =
                await fetched(app + "/dispatch", {method: "POST", body: action, headers: {...json, ...allowed}})
            found["post, no-cors"] =
                await fetched(app + "/dispatch", {method: "POST", body: action, mode: "no-cors", headers: allowed})
            found["post as text"] = await fetched(app + "/dispatch", {method: "POST", body: action})
            found["follow"] = await socket("/follow")
            found["follow with the token as protocol"] = await socket("/follow", [token])
            found["share"] = await socket("/replicas?name=desk&from=0")
            found["events"] = await new Promise(done => {
                const events = new EventSource(app + "/follow")
                events.onerror = () => { events.close(); done("error") }
                events.onmessage = event => done("read " + event.data)
            })
            found["script"] = await new Promise(done => {
                const script = document.createElement("script")
                script.src = app + "/state"
                script.onerror = () => done("error")
                script.onload = () => done("loaded")
                document.body.append(script)
            })
            found["frame"] = await frame(frame => { frame.src = app + "/state"; document.body.append(frame) })
            found["form"] = await frame(form)
            found["from a sandbox, with the token"] = await sandbox()
            found["beacon"] = navigator.sendBeacon(app + "/dispatch", new Blob([action])) ? "sent" : "not sent"
            await new Promise(done => setTimeout(done, 500))
            await fetch("/found", {method: "POST", body: JSON.stringify(found)})
        }
        look()
        </script>
        """#
}
