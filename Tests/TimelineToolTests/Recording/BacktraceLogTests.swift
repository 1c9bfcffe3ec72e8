import Testing
import TimelineKit
import TimelineTestSupport

@testable import TimelineTool

@Suite(.ownThreads)
struct BacktraceLogTests {
    /// A backtrace of Swift 6.3, with registers and memory, and one frame of each kind.
    private static let written = #"""
        { "timestamp": "2026-11-21T08:02:00.246799Z", "kind": "crashReport",
          "description": "Swift runtime failure: arithmetic overflow", "faultAddress": "0x0000000001234567",
          "platform": "Linux (Debian GNU/Linux 12 (bookworm))", "architecture": "x86_64",
          "threads": [ { "name": "other", "frames": [ { "kind": "programCounter", "address": "0x0000000000001000",
            "symbol": "poll", "offset": 0, "image": "libc.so.6" } ] },
            { "name": "app", "crashed": true, "registers": {"rax": "0x68756e7465723200", "rdi": "0x0000000000000001" },
            "frames": [
            { "kind": "programCounter", "address": "0x00005631ca6d75a4", "inlined": true, "runtimeFailure": true,
              "system": true, "symbol": "Swift runtime failure: arithmetic overflow", "offset": 0,
              "description": "Swift runtime failure: arithmetic overflow", "image": "app",
              "sourceLocation": { "file": "//<compiler-generated>", "line": 0, "column": 0 } },
            { "kind": "programCounter", "address": "0x00005631ca6d75a4", "inlined": true, "symbol": "$s3app3addyySiF",
              "offset": 435, "description": "add(_:) + 435", "image": "app",
              "sourceLocation": { "file": "/src/app.swift", "line": 2, "column": 94 } },
            { "kind": "returnAddress", "address": "0x00007fa8a8800000", "symbol": "swift_job_run", "offset": 148,
              "description": "swift_job_run + 148", "image": "libswift_Concurrency.so" },
            { "kind": "returnAddress", "address": "0x00005631ca6d7667", "symbol": "<unknown>", "offset": 0,
              "description": "<unknown>", "image": "app" },
            { "kind": "returnAddress", "address": "0x0000000001234567" },
            { "kind": "omittedFrames", "count": 12 },
            { "kind": "asyncResumePoint", "address": "0x00005631ca6d7389", "system": true, "symbol": "main",
              "offset": 8, "image": "app", "sourceLocation": { "file": "/src/app.swift", "line": 0, "column": 0 } },
            { "kind": "truncated" } ] } ],
          "capturedMemory": { "0x00007fa8a90da020": "68756e74657232000000000000000000" },
          "omittedImages": 11, "images": [
            { "name": "app", "buildId": "01fe", "path": "/home/bob/app", "baseAddress": "0x00005631ca6d6000",
              "endOfText": "0x00005631ca6d7b88" } ],
          "backtraceTime": 0.06 }
        """#

    private func log(_ text: String, name: String = "my-app-4711-0.0.json") -> BacktraceLog {
        BacktraceLog(name: name, bytes: Array(text.utf8))
    }

    private func thread(_ frames: String) -> String {
        #"{"kind":"crashReport","threads":[{"crashed":true,"frames":[\#(frames)]}]}"#
    }

    @Test func onlyFramesOfTheCrashedThreadAreKeptAndNoValues() {
        let log = log(Self.written)
        #expect(log.process == "my-app" && log.id == 4711 && log.text == nil)
        #expect(
            log.backtrace?.json.description
                == #"{"fault":"Swift runtime failure: arithmetic overflow","frames":["#
                + #"{"symbol":"add(_:)","file":"app.swift","line":2,"image":"app","address":"0x15a4"},"#
                + #"{"symbol":"swift_job_run","image":"libswift_Concurrency.so"},"#
                + #"{"image":"app","address":"0x1667"},"#
                + #"{"symbol":"main","image":"app","address":"0x1389"}],"omitted":12}"#)
    }

    @Test(arguments: [
        ("/home/ann/app/Sources/App/View.swift", "Sources/App/View.swift"),
        ("/home/ann/Sources/app/Tests/AppTests/ViewTests.swift", "Tests/AppTests/ViewTests.swift"),
        ("/home/ann/View.swift", "View.swift"), (#"C:\\ann\\View.swift"#, "View.swift"),
        ("App/View.swift", "View.swift"), ("//", ""),
    ])
    func aFrameHasNoPathOfTheMachine(path: String, kept: String) {
        let frame = #"{"symbol":"f","image":"/home/ann/app","sourceLocation":{"file":"\#(path)","line":2}}"#
        #expect(
            log(thread(frame)).backtrace?.json.description
                == #"{"frames":[{"symbol":"f","file":"\#(kept)","line":2,"image":"app"}]}"#)
    }

    @Test func theTextListsTheFrames() {
        let shown = """
            my-app crashed: Swift runtime failure: arithmetic overflow
              0  add(_:) in app at app.swift:2
              1  swift_job_run in libswift_Concurrency.so
              2  0x1667 in app
              3  main in app
              and 12 more frames
            """
        #expect(log(Self.written).printed(inColor: false) == shown)
        let (head, rest) = (shown.prefix { $0 != "\n" }, shown.drop { $0 != "\n" })
        #expect(log(Self.written).printed(inColor: true) == "\u{1B}[31m\(head)\u{1B}[0m\(rest)")
    }

    @Test func theFirstFrameWithASourceIsThePlace() {
        typealias Frame = Backtrace.Frame
        func place(_ frames: Frame...) -> String? { Backtrace(fault: nil, frames: frames).place?.location }
        let library = Frame(symbol: "abort", image: "libc.so.6")
        let code = Frame(symbol: "f(_:)", file: "/a b/x.swift", line: 7, image: "app", address: "0x1")
        let bare = Frame(image: "app", address: "0x1667")
        #expect(place(bare, library, code, library) == "f(_:) at x.swift:7")
        #expect(place(bare, library) == "abort of libc.so.6")
        #expect(place(bare) == "app at 0x1667")
        #expect(place(Frame(image: "app")) == "app")
        #expect(place(Frame(address: "0x1")) == nil)
    }

    /// The file is untrusted: any process of the run may write it.
    @Test(arguments: [
        "", "{", "null", "[]", "{}", #"{"kind":"crashReport"}"#, #"{"kind":"crashReport","threads":7}"#,
        #"{"kind":"crashReport","threads":[null,{"crashed":1}]}"#, #"{"kind":"crashReport","threads":[{"frames":[]}]}"#,
        #"{"kind":"other","threads":[{"crashed":true,"frames":[{"symbol":"f"}]}]}"#,
        #"{"kind":"crashReport","kind":"crashReport"}"#, String(repeating: "[", count: 100_000),
        "\u{0}\u{FFFD}", #"{"kind":"crashReport","threads":[{"crashed":true,"frames":[null,7,{"symbol":7}]}]}"#,
    ])
    func otherJSONIsNotABacktrace(text: String) {
        #expect(log(text).backtrace == nil)
        #expect(log(text).text == nil)
    }

    @Test func fieldsOfTheWrongTypeAreIgnored() {
        let odd = thread(
            #"{"symbol":"f","description":7,"offset":-9223372036854775808,"image":["x"],"address":7,"sourceLocation":"x"},"#
                + #"{"symbol":"g + -1","offset":-1,"address":"0xzz","sourceLocation":{"file":7,"line":1e300}},"#
                + #"{"kind":"omittedFrames","count":9223372036854775807},{"kind":"omittedFrames","count":-5}"#)
        #expect(
            log(odd).backtrace?.json.description
                == #"{"frames":[{"symbol":"f"},{"symbol":"g"}],"omitted":1099511627776}"#)
    }

    @Test func invalidImagesAreIgnored() {
        let images =
            #""images":[null,{"name":"a","baseAddress":"0xffffffffffffffff","endOfText":"0x0"},{"name":"a","baseAddress":"#
            + #""0x0","endOfText":"0xffffffffffffffff"},{"name":7}],"#
        let frames =
            #"{"symbol":"f","image":"a","address":"0xfffffffffffffffe"},{"symbol":"g","image":"b","address":"0x1"}"#
        #expect(
            log("{" + images + thread(frames).dropFirst()).backtrace?.json.description
                == #"{"frames":[{"symbol":"f","image":"a","address":"0xfffffffffffffffe"},{"symbol":"g","image":"b"}]}"#
        )
    }

    @Test func aLongBacktraceKeepsItsInnermostFrames() throws {
        let many = (0..<5000).map { #"{"symbol":"f\#($0)"}"# }.joined(separator: ",")
        let long = try #require(log(thread(many)).backtrace)
        #expect(long.frames.map(\.symbol) == (0..<64).map { "f\($0)" })
        #expect(long.omitted == 4936)

        let wide = (0..<60).map { #"{"symbol":"f\#($0)\#(String(repeating: "x", count: 5000))"}"# }
        let cut = try #require(log(thread(wide.joined(separator: ","))).backtrace)
        #expect(cut.frames.allSatisfy { $0.symbol?.count == 1000 })
        #expect(cut.frames.count == 16 && cut.omitted == 44)
        #expect(cut.json.text.count <= 16 << 10)
    }

    @Test(
        arguments: [
            ("app-1-0.0.json", "app", 1), ("my-app-12-1732176000.5.json", "my-app", 12), ("app.json", "a process", nil),
            ("-.json", "a process", nil), ("a-b-c.json", "a process", nil), ("", "a process", nil),
        ] as [(String, String, Int?)])
    func theFileNameHasTheProcess(_ name: String, _ process: String, _ id: Int?) {
        #expect(log("{}", name: name).process == process)
        #expect(log("{}", name: name).id == id)
    }

    @Test func theTextOfAnOlderRuntimeIsEscaped() {
        let old = log("*** Program crashed\n\u{1B}[2Jat f\n", name: "app-1-0.0.log")
        #expect(old.backtrace == nil)
        #expect(old.printed(inColor: true) == "*** Program crashed\n\\u{1B}[2Jat f\n")
        #expect(log("{").printed(inColor: false) == nil)
        let hostile = log(thread(#"{"symbol":"f\u001b[2J\n"}"#), name: "a\u{7}-1-0.json")
        #expect(hostile.printed(inColor: false) == "a\\u{7} crashed\n  0  f\\u{1B}[2J\\u{A}")
    }
}
