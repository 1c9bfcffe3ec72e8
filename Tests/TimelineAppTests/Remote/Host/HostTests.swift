import Foundation
import Synchronization
import Testing
import TimelineTestPrograms
import TimelineKit
import TimelineReplay
import TimelineRemote
import TimelineStore
import TimelineTestSupport

@Suite(.ownThreads)
struct HostTests {
    private let folder = TemporaryFolder()

    @Test func `reads the state, dispatches and sets, and returns the number of the step`() async throws {
        let run = try HostRun(CounterProgram())
        #expect(
            try run.get("/").body
                == #"{"timeline":1,"program":"counter","version":"1.0.0","seq":0,"readOnly":false,"#
                + #""file":"\#(run.folder.file())"}"#)
        #expect(try run.get("/state").body == #"{"seq":0,"state":{"count":0}}"#)
        #expect(try run.post("/dispatch", #"{"action":{"add":{"amount":5}}}"#).body == #"{"seq":1}"#)
        #expect(try run.post("/set", #"{"state":{"count":40}}"#).body == #"{"seq":2}"#)
        #expect(try run.get("/state").body == #"{"seq":2,"state":{"count":40}}"#)
        #expect(try run.get("/state?path=$.count").body == #"{"seq":2,"path":"$.count","value":40}"#)
        #expect(try run.get("/state?path=/count").body == #"{"seq":2,"path":"/count","value":40}"#)
        #expect(try run.get("/state?path=$[*]").body == #"{"seq":2,"path":"$[*]","values":[40]}"#)
        #expect(run.store.state.count == 40)
        await run.host.finish()
        run.recorder.finish()
        let steps = try text(of: run.folder.file()).split(separator: "\n").compactMap { line -> String? in
            guard line.contains(#""action""#) || line.contains(#""set""#) else { return nil }
            return String(line).replacing(/"at":[0-9.]+,/, with: "").replacing(/,"crc":"[0-9a-f]+"/, with: "")
        }
        #expect(
            steps == [
                #"{"seq":1,"action":{"add":{"amount":5}},"from":"remote"}"#,
                #"{"seq":2,"set":{"count":40},"by":"remote"}"#,
            ])
        #expect(run.refusals == [])
    }

    @Test func `a host that starts within a dispatch counts as the recording does`() async throws {
        let recorder = Recorder(program: CounterProgram(), in: .file(folder.file()))
        // The recorder is older than the store.
        let first = Store(program: CounterProgram(), middleware: [recorder.middleware])
        for _ in 1...3 { first.dispatch(.increment) }
        let store = Store(program: CounterProgram(), middleware: [recorder.middleware])
        let host = TimelineHost(
            store, program: CounterProgram(), recorder: recorder, tokenFile: folder.file("token"), onRefused: { _ in })
        let url = Mutex("")
        let subscription = store.subscribe { _ in
            guard let place = try? host.start() else { return }
            url.withLock { $0 = place.url }
        }
        store.dispatch(.increment)
        var client = RemoteClient(
            try #require(RemoteAddress(url.withLock { $0 })),
            token: try #require(try TokenFile.read(folder.file("token"))))
        let steps = recorder.seq
        #expect(steps > 3)
        #expect(try await client.info().object?["seq"] == .int(steps))
        #expect(try await client.dispatch(JSONText(["increment": [:]])) == ["seq": .int(steps + 1)])
        withExtendedLifetime(subscription) {}
        await host.finish()
    }

    @Test func `reduces a retried request only once`() throws {
        let run = try HostRun(CounterProgram())
        let first = #"{"action":{"increment":{}},"client":"desk","number":1}"#
        let second = #"{"action":{"increment":{}},"client":"desk","number":2}"#
        #expect(try run.post("/dispatch", first).body == #"{"seq":1}"#)
        #expect(try run.post("/dispatch", first).body == #"{"seq":1,"repeated":true}"#)
        #expect(try run.post("/dispatch", second).body == #"{"seq":2}"#)
        let late = try run.post("/dispatch", first)
        #expect(late.status == 409)
        #expect(late.body == #"{"status":409,"error":"this client has already sent request number 2, which is later"}"#)
        #expect(run.store.state.count == 2)
    }

    @Test func `opens a link as an action, and a retried request only once`() throws {
        let links = Notes()
        let run = try HostRun(
            CounterProgram(),
            linkAction: { link in
                links.note(link)
                guard let amount = Int(link) else { throw RemoteError.noToken(reason: "'\(link)' is no number") }
                return .add(amount: amount)
            })
        let first = #"{"link":"3","client":"desk","number":1}"#
        #expect(try run.post("/open", first).body == #"{"seq":1}"#)
        #expect(try run.post("/open", first).body == #"{"seq":1,"repeated":true}"#)
        let refused = #"{"link":"x","client":"desk","number":2}"#
        for _ in 1...2 {
            #expect(
                try run.post("/open", refused).body
                    == #"{"status":422,"error":"the link cannot be opened: 'x' is no number"}"#)
        }
        #expect(try run.post("/travel", #"{"to":"0"}"#).status == 200)
        let whilePastIsShown = #"{"link":"4","client":"desk","number":3}"#
        #expect(try run.post("/open", whilePastIsShown).status == 409)
        #expect(try run.post("/travel", #"{"resume":"release"}"#).status == 200)
        #expect(try run.post("/open", whilePastIsShown).body == #"{"seq":2}"#)
        #expect(run.store.state.count == 7)
        #expect(links.all == ["3", "x", "x", "4", "4"])
        for (body, error) in [
            ("3", "the body must be an object, and is a number"), ("{}", #"the key \"link\" is missing"#),
            (#"{"link":"3","url":"3"}"#, #"the key \"url\" is unknown; the keys are \"link\", \"client\", \"number\""#),
        ] {
            #expect(try run.post("/open", body).body == #"{"status":400,"error":"\#(error)"}"#)
        }
        #expect(try run.post("/open", #"{"link":3}"#).status == 422)
        #expect(try run.get("/open").status == 405)
    }

    @Test func `shows the past, and refuses actions until the live state is back`() async throws {
        let run = try HostRun(CounterProgram())
        for _ in 1...5 { run.store.dispatch(.increment) }
        #expect(try run.get("/travel").body == #"{"live":true,"seq":5}"#)
        #expect(
            try run.post("/travel", #"{"to":"2"}"#).body
                == #"{"live":false,"seq":2,"first":0,"last":5,"speed":null,"held":0}"#)
        #expect(run.store.state.count == 2)
        #expect(try run.get("/state").body == #"{"seq":5,"state":{"count":5}}"#)
        let refused = try run.post("/dispatch", #"{"action":{"increment":{}},"client":"desk","number":1}"#)
        #expect(refused.status == 409)
        #expect(try run.post("/set", #"{"state":{"count":9}}"#).body == #"{"held":true}"#)
        #expect(
            try run.post("/travel", #"{"step":-1}"#).body
                == #"{"live":false,"seq":1,"first":0,"last":5,"speed":null,"held":1}"#)
        let lost = try run.post("/travel", #"{"to":"77"}"#)
        #expect(lost.status == 409)
        #expect(try run.post("/travel", #"{"resume":"release"}"#).body == #"{"live":true,"seq":6}"#)
        #expect(run.store.state.count == 9)
        // A refused request may be retried.
        #expect(
            try run.post("/dispatch", #"{"action":{"increment":{}},"client":"desk","number":1}"#).body == #"{"seq":7}"#)
        #expect(try run.post("/travel", #"{"to":"3"}"#).status == 200)
        #expect(run.store.state.count == 3)
        await run.host.finish()
        #expect(run.store.state.count == 10, "the live state is shown again when the host has finished")
    }

    @Test func `plays the past, and continues from there on request`() async throws {
        let run = try HostRun(CounterProgram())
        for _ in 1...3 { run.store.dispatch(.increment) }
        #expect(try run.post("/travel", #"{"play":1000000}"#).status == 200)
        let over = #"{"live":false,"seq":3,"first":0,"last":3,"speed":null,"held":0}"#
        for _ in 1...500 where try run.get("/travel").body != over { try await Task.sleep(for: .milliseconds(10)) }
        #expect(try run.get("/travel").body == over)
        #expect(try run.post("/travel", #"{"to":"1"}"#).status == 200)
        #expect(try run.post("/travel", #"{"continueHere":"release"}"#).body == #"{"live":true,"seq":4}"#)
        #expect(run.store.state.count == 1)
        for (body, error) in [
            ("{}", "the body must have one key, and has 0"),
            (#"{"to":1}"#, #"\"to\" must be a position, as a string"#),
            (#"{"play":0}"#, #"\"play\" must be a speed, a number greater than 0"#),
            (#"{"resume":true}"#, #"\"resume\" must be \"release\" or \"refuse\""#),
            (#"{"pause":true,"step":1}"#, "the body must have one key, and has 2"),
        ] {
            #expect(try run.post("/travel", body).body == #"{"status":400,"error":"\#(error)"}"#)
        }
    }

    @Test func `returns the timeline so far, or a range of its steps`() throws {
        let run = try HostRun(CounterProgram())
        for _ in 1...4 { run.store.dispatch(.increment) }
        // No snapshot comes after.
        run.recorder.finish()
        let whole = try run.get("/timeline")
        let file = try text(of: run.folder.file())
        #expect(Self.unchunked(whole.body) == file)
        let lines = file.split(separator: "\n")
        let steps = lines.filter { line in
            line.contains(#""action""#) && [#"{"seq":2,"#, #"{"seq":3,"#].contains { line.hasPrefix($0) }
        }
        let expected = ([lines[0]] + steps).joined(separator: "\n") + "\n"
        #expect(Self.unchunked(try run.get("/timeline?from=2&through=3").body) == expected)
    }

    @Test func `returns a timeline of many segments as one file`() async throws {
        let program = OrderProgram(threads: 1)
        let recorder = Recorder(
            program: program, in: folder.file("runs"), options: RecorderOptions(retention: Retention(bytes: 20_000)))
        let store = Store(program: program, middleware: [recorder.middleware])
        let host = TimelineHost(store, program: program, recorder: recorder, tokenFile: folder.file("token"))
        let place = try host.start()
        let address = try #require(RemoteAddress(place.url))
        let token = try #require(try TokenFile.read(place.tokenFile))
        for number in 1...2000 { store.dispatch(Numbered(thread: 0, count: number)) }
        recorder.finish()
        var client = RemoteClient(address, token: token)
        var bytes: [UInt8] = []
        try await client.timeline { bytes += $0 }
        let journal = try Journal(bytes: bytes).sound()
        #expect(journal.last == 2000)
        #expect(try recorder.openJournal().files.count > 1)
        #expect(journal.first == (try recorder.openJournal().first))
        var replayer = Replayer(program, journal)
        #expect(try replayer.state(at: 2000) == store.state)
        // What a client has is left out, in whichever segment it ends.
        let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
        for end in ends.dropFirst() + [.max] {
            var rest: [UInt8] = []
            try await client.timeline(after: end == .max ? end : end - ends[0]) { rest += $0 }
            #expect(rest == Array(bytes[..<ends[0]]) + Array(bytes[min(end, bytes.count)...]))
        }
        await host.finish()
    }

    @Test func `finishes when it is released, and removes its token`() async throws {
        let program = CounterProgram()
        let recorder = Recorder(program: program, in: .file(folder.file()))
        let store = Store(program: program, middleware: [recorder.middleware])
        var host: TimelineHost<CounterProgram>? = TimelineHost(
            store, program: program, recorder: recorder, tokenFile: folder.file("token"))
        let place = try #require(try host?.start())
        #expect(throws: HostError.self) { try host?.start() }
        #expect(FileStatus(place.tokenFile)?.permissions == 0o600)
        host = nil
        for _ in 1...500 where FileStatus(place.tokenFile) != nil { try await Task.sleep(for: .milliseconds(10)) }
        #expect(FileStatus(place.tokenFile) == nil)
        let port = place.url.split(separator: ":").last.flatMap { UInt16($0) } ?? 0
        #expect(throws: (any Error).self) { try RawSocket(.port(port)) }
    }

    @Test func `accepts only the given names if it is open to other machines`() throws {
        let names: Set = ["mac.local:4000", "192.168.1.5:4000"]
        let run = try HostRun(CounterProgram(), at: .openToOtherMachines(address: "127.0.0.1", port: 0, names: names))
        for (name, status) in [
            ("mac.local:4000", 200), ("192.168.1.5:4000", 200), ("mac.local", 421), ("127.0.0.1:\(run.port)", 421),
        ] {
            let answer = try run.ask("GET / HTTP/1.1\r\nHost: \(name)\r\nAuthorization: Bearer \(run.token)\r\n\r\n")
            #expect(answer.status == status, "\(name)")
        }
    }

    private static func unchunked(_ body: String) -> String {
        var text = ""
        var rest = body[...]
        while let end = rest.firstRange(of: "\r\n"), let length = Int(rest[..<end.lowerBound], radix: 16), length > 0 {
            text += rest[end.upperBound...].prefix(length)
            rest = rest[end.upperBound...].dropFirst(length + 2)
        }
        return text
    }

    @Test func `changes nothing if it is read-only`() throws {
        let run = try HostRun(CounterProgram(), isReadOnly: true)
        for (path, body) in [
            ("/dispatch", #"{"action":{"increment":{}}}"#), ("/set", #"{"state":{"count":9}}"#),
            ("/travel", #"{"to":"0"}"#), ("/open", #"{"link":"3"}"#),
        ] {
            let answer = try run.post(path, body)
            #expect(answer.status == 403)
            #expect(answer.body == #"{"status":403,"error":"this host is read-only"}"#)
        }
        #expect(try run.get("/state").body == #"{"seq":0,"state":{"count":0}}"#)
        #expect(try run.get("/travel").body == #"{"live":true,"seq":0}"#)
    }

    @Test func `serves a socket that only its owner may use`() async throws {
        let path = folder.file("host.socket")
        let run = try HostRun(CounterProgram(), at: .unixSocket(path: path), folder: folder)
        #expect(run.place.url == "unix:\(path)")
        #expect(FileStatus(path)?.permissions == 0o600)
        let socket = try RawSocket(.path(path))
        socket.send("GET /state HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(run.token)\r\n\r\n")
        #expect(socket.readResponse().body == #"{"seq":0,"state":{"count":0}}"#)
        let unauthorized = try RawSocket(.path(path))
        unauthorized.send("GET /state HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(unauthorized.readResponse().status == 401)
        await run.host.finish()
        #expect(FileStatus(path) == nil)
        #expect(FileStatus(folder.file("token")) == nil)
    }

    @Test func `stores a new token in a file that only its owner may read, and follows no link`() async throws {
        let victim = folder.file("victim")
        try "precious".write(toFile: victim, atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(atPath: folder.file("token"), withDestinationPath: victim)
        let run = try HostRun(CounterProgram(), folder: folder)
        #expect(try text(of: victim) == "precious")
        #expect(FileStatus(folder.file("token"))?.permissions == 0o600)
        #expect(run.token.utf8.count == 64)
        let first = run.token
        await run.host.finish()
        let place = try run.host.start()
        #expect(try text(of: place.tokenFile) != "\(first)\n")
    }
}
