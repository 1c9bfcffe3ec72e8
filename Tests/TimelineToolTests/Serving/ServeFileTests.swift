import Foundation
import Testing
import TimelineKit
import TimelineTestSupport

@Suite(.ownThreads)
struct ServeFileTests {
    private let sandbox = Sandbox()

    /// The text of a data element of the page that `view` writes.
    static func element(_ id: String, of file: String, _ sandbox: Sandbox) throws -> String {
        let page = "\(UUID()).html"
        let finished = try sandbox.run(["view", file, "-o", page])
        #expect(finished.status == 0, "\(finished)")
        return try sandbox.read(page).firstMatch(of: try Regex("id=\"\(id)\">([^<]*)<"))?[1].substring.map(String.init)
            ?? ""
    }

    @Test func aFinishedRecordingHasTheDataOfItsPage() throws {
        try FileManager.default.copyItem(
            atPath: "\(Sandbox.fixtures)/full.jsonl", toPath: "\(sandbox.folder)/full.jsonl")
        let client = try sandbox.serve("full.jsonl")
        let first = try client.next("page")
        #expect(first["page"]?.object?["steps"] == 42)
        #expect(first["page"]?.object?["chunks"] == [["row": 0, "rows": 10, "seq": 0]])
        #expect(first["steps"]?.object?["seq"] == [1, 1, 1, 1, 1, 1, 1, 1, 33, 1])
        #expect(first["status"] == ["state": "ended"])
        #expect(first["control"] == false)
        client.send(message: #"{"read":0}"#)
        #expect(try client.next("chunk")["text"]?.string == Self.element("chunk-0", of: "full.jsonl", sandbox))
        client.send(message: #"{"dispatch":{"increment":{}}}"#)
        #expect(
            try client.next("problem")["problem"]
                == "this page only shows the recording: start timeline serve URL with --control")
        let ended = try client.server.end(SIGINT)
        #expect(ended.status == 0)
        #expect(
            ended.errors
                == "Nothing is hidden in full.jsonl: the page contains every value that it recorded. "
                + "`timeline redact` makes a copy to pass on.\n")
        #expect(sandbox.files().keys.sorted().filter { !$0.hasSuffix(".html") } == ["full.jsonl"])
    }

    @Test func aRecordingIsShownWhileItIsReplayed() throws {
        let resets = (1...160).map { "{\"seq\":\($0),\"at\":\($0).000000,\"action\":{\"reset\":{}},\"from\":\"user\"}" }
        let end = #"{"seq":160,"at":161.000000,"end":{"actions":160,"snapshots":1}}"#
        try sandbox.write(Recorded.text(Recorded.lines.prefix(2) + resets + [end]), to: "run.jsonl")
        let client = try sandbox.serve("run.jsonl", environment: ["COUNTER_FAULT": "sleep serve"])
        var page = try client.next("page")
        let steps = try #require(page["page"]?.object?["last"]?.int)
        #expect((20..<160).contains(steps), "\(steps)")
        let text = "Replaying the recording: \(steps) of 160 steps so far."
        #expect(page["status"] == ["state": "live", "text": .string(text)])
        #expect(page["steps"]?.object?["seq"]?.array?.count == steps)
        while page["page"]?.object?["last"] != 160 { page = try client.next("page") }
        #expect(page["status"] == ["state": "ended"])
        #expect(page["steps"]?.object?["seq"]?.array?.count == 160)
    }

    private static let part =
        #""command":"timeline replay run.jsonl --skip 4","firstDifference":4,"verdict":{"kind":"invariant","step":3,"name":"count is never negative"}"#

    /// The fault of the process that reduces, the words of the edits, and members of the answer.
    private static let edits = #"""
        none  "--skip","4"  PART,"steps":7,"outcome":["The state recorded after step 8 is the same. The edits change the states recorded after step 4."]
        trap  "--skip","4"  PART,"crash":4
        hang  "--skip","4"  PART,"problem":"the reducer of step 4 did not return within 1 second"
        none  "--skip","9"  "problem":"there is no position 9 in run.jsonl: it has positions 0 to 8"
        none  "--skip","4","-o","x"  "problem":"the words of edits must be --skip, --edit, --insert and --set, with values"
        """#.split(separator: "\n").map { $0.replacing("PART", with: part).components(separatedBy: "  ") }

    @Test(arguments: edits)
    func editedStepsAreReducedInAnotherProcessAndSaved(_ line: [String]) throws {
        try sandbox.write(Recorded.run, to: "run.jsonl")
        let environment = ["COUNTER_FAULT": "\(line[0]) worker", "TIMELINE_TIMEOUT": "1"]
        let client = try sandbox.serve("run.jsonl", environment: environment)
        client.send(message: #"{"edits":{"id":2,"words":[\#(line[1])]}}"#)
        #expect(try client.next("edits")["edits"] == JSON(parsing: #"{"id":2,\#(line[2])}"#.utf8))
        #expect(sandbox.files() == ["run.jsonl": Data(Recorded.run.utf8)])
        client.send(message: #"{"edits":{"words":[\#(line[1])],"save":true}}"#)
        let saved = try client.next("edits")["edits"]?.object?["saved"]
        #expect(saved == (line[2].contains("firstDifference") ? "run.edited.jsonl" : nil))
        #expect(try client.server.end(SIGINT).status == 0)
    }

    #if os(Linux)
        @Test func servingHoldsNoMoreAfterManyBrowsers() throws {
            try sandbox.write(Recorded.text(Recorded.lines), to: "run.jsonl")
            let server = try sandbox.start(["serve", "run.jsonl"])
            let address = try ServedAddress(of: server)
            let child = try String(contentsOfFile: "/proc/\(server.id)/task/\(server.id)/children", encoding: .utf8)
            let process = try #require(Int32(child.trimmingCharacters(in: .whitespaces)))
            func connect(_ count: Int) throws -> Holdings {
                for _ in 1...count { _ = try PageClient(address).next("page") }
                return try Holdings(of: process)
            }
            let before = try connect(50)
            let after = try connect(Harness.count(small: 300, full: 20_000))
            #expect(after.isFlat(since: before), "\(before), then \(after)")
        }
    #endif

    private func append(_ text: some StringProtocol) throws {
        try TimelineTestSupport.append(text.utf8, to: "\(sandbox.folder)/run.jsonl")
    }

    /// Dates the last change: ahead, so that on a busy machine the run does not count as ended before it is served; or as of no writer.
    private func date(_ seconds: Double = 60) throws {
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: seconds)], ofItemAtPath: "\(sandbox.folder)/run.jsonl")
    }

    @Test(arguments: ["mv other.jsonl run.jsonl", "rm run.jsonl", "truncate -s 100 run.jsonl"])
    func aFileThatIsReplacedCutShortOrDeletedEndsWithAReason(_ command: String) throws {
        let growing = Recorded.text(Array(Recorded.lines[..<4]))
        try sandbox.write(growing, to: "run.jsonl")
        try sandbox.write(growing, to: "other.jsonl")
        try date()
        let client = try sandbox.serve("run.jsonl")
        #expect(try client.next("page")["status"] == ["state": "live"])
        #expect(try sandbox.shell(command) == Finished())
        let text = """
            run.jsonl was replaced, cut short or deleted. To show what is there now, end this command with control-C, and \
            start it again.
            """
        #expect(try client.next("status")["status"] == ["state": "ended", "text": .string(text)])
    }

    @Test(arguments: [true, false])
    func stepsAppearWhileTheFileGrows(_ hasProgram: Bool) throws {
        var lines = Recorded.lines
        lines[4] = "\(lines[4].dropLast()),\"in\":1}"
        lines.insert(#"{"seq":2,"at":0.200000,"site":{"number":1,"file":"App/View.swift","line":9}}"#, at: 4)
        try sandbox.write(Recorded.text(Array(lines[..<4])), to: "run.jsonl")
        try date()
        let client = try sandbox.serve("run.jsonl", with: hasProgram ? "counter-timeline" : "bare-timeline")
        let first = try client.next("page")
        #expect(first["status"] == ["state": "live"])
        #expect(first["page"]?.object?["last"] == 2)

        var rows: [JSON] = []
        var marks: [JSON] = []
        var sites: [JSON] = []
        for line in lines[4...] {
            // A line is written in two parts, as a busy disk would.
            try append(line.prefix(20))
            usleep(20_000)
            try append(line.dropFirst(20) + "\n")
        }
        while true {
            guard case .json(let message) = try client.next() else { break }
            rows += message["lines"]?.array ?? []
            marks += message["marks"]?.array ?? []
            sites += message["rows"]?.object?["sites"]?.array ?? []
            if message["status"] == ["state": "ended"] { break }
        }
        #expect(rows.count == 6)
        #expect(sites.filter { $0 != "" } == ["App/View.swift:9"])
        #expect(marks == [["seq": 3, "at": 0.35, "name": "before reset"]])
        if hasProgram {
            #expect(
                rows.first
                    == .string("{\"add\":{\"amount\":-10}}\t[{\"op\":\"replace\",\"path\":\"/count\",\"value\":-4}]"))
            client.send(message: #"{"read":0}"#)
            #expect(try client.next("chunk")["text"]?.string == Self.element("chunk-0", of: "run.jsonl", sandbox))
        } else {
            #expect(rows.first == .string("{\"add\":{\"amount\":-10}}\t"))
        }
        #expect(try client.server.end(SIGINT).status == 0)
    }

    /// Steps are appended one by one, so that they arrive in several messages.
    @Test func liveStepsAreCheckedAgainstTheInvariants() throws {
        let lines = Recorded.lines
        try sandbox.write(Recorded.text(Array(lines[..<4])), to: "run.jsonl")
        let client = try sandbox.serve("run.jsonl")
        let first = try client.next("page")["page"]?.object
        #expect(first?["verdict"] == nil && first?["bad"] == [])
        let verdict: JSON = ["kind": "invariant", "step": 3, "name": "count is never negative"]
        var found = FoundStates()
        let expectations: [(lines: ClosedRange<Int>, bad: JSON)] = [
            (4...4, [[3, 3]]), (5...7, [[3, 4]]), (8...8, [[3, 4]]), (9...9, [[3, 4], [6, 6]]),
            (10...10, [[3, 4], [6, 7]]),
        ]
        for (numbers, bad) in expectations {
            try append(Recorded.text(Array(lines[numbers])))
            _ = try client.next("rows")
            if found.bad != bad { found.add(try client.next("bad")) }
            #expect(found == FoundStates(verdict: verdict, bad: bad))
        }
        try append(Recorded.text(Array(lines[11...])))
        found.add(try client.next("bad"))

        // What a browser that connects later gets, and the page that is made at once.
        let late = try #require(try PageClient(ServedAddress(of: client.server)).next("page")["page"]?.object)
        try sandbox.write(Recorded.run, to: "whole.jsonl")
        let whole = try sandbox.start(["serve", "whole.jsonl"])
        let expected = try #require(try PageClient(ServedAddress(of: whole)).next("page")["page"]?.object)
        for page in [late, expected] {
            var verdict = try #require(page["verdict"]?.object)
            // Only a page that is made at once says why.
            verdict["why"] = nil
            #expect(found == FoundStates(verdict: .object(verdict), bad: page["bad"]))
        }
        #expect(found.bad == [[3, 4], [6, 8]])
    }

    private static let gone: JSON = [
        "state": "ended",
        "text": """
        run.jsonl has no end line, and nothing writes to it: the app crashed, or was killed, or the file is a copy. This \
        page goes on if steps are added.
        """,
    ]

    @Test func aRecordingWhoseAppWasKilledHasEnded() throws {
        let app = try sandbox.start([], with: "counter-app", environment: ["TIMELINE_RECORD": "run.jsonl"])
        while (try? sandbox.read("run.jsonl").contains("state")) != true { usleep(5000) }
        try date(-60)
        let server = try sandbox.start(["serve", "run.jsonl"])
        let address = try ServedAddress(of: server)
        let client = try PageClient(address)
        #expect(try client.next("page")["status"] == ["state": "live"])
        _ = try app.end(SIGKILL)
        #expect(try client.next("status")["status"] == Self.gone)
        #expect(try PageClient(address).next("page")["status"] == Self.gone)
    }

    @Test func aFileThatNothingWritesHasEndedUntilItGrows() throws {
        try sandbox.write(Recorded.text(Array(Recorded.lines[..<4])), to: "run.jsonl")
        try date(-60)
        let client = try sandbox.serve("run.jsonl")
        #expect(try client.next("page")["status"] == Self.gone)
        try append("\(Recorded.lines[4])\n")
        #expect(try client.next("status")["status"] == ["state": "live"])
        #expect(try client.next("status")["status"] == Self.gone)
        try append(Recorded.text(Array(Recorded.lines[5...])))
        var status = try client.next("status")["status"]
        // The end may come before this is sent.
        if status == ["state": "live"] { status = try client.next("status")["status"] }
        #expect(status == ["state": "ended"])
    }

    @Test func damageIsReportedOnThePage() throws {
        try sandbox.write(Recorded.text(Array(Recorded.lines[..<4])), to: "run.jsonl")
        let client = try sandbox.serve("run.jsonl")
        _ = try client.next("page")
        try append("{\"seq\":9,}\n")
        let status = try client.next("status")["status"]?.object
        #expect(status?["state"] == "ended")
        #expect(status?["text"]?.string?.contains("run.jsonl, line 5") == true, "\(status?["text"] as Any)")
        #expect(try client.server.end(SIGINT).status == 0)
    }
}
