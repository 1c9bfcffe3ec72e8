import Foundation
import Testing
import TimelineTestSupport

/// Neither a file nor a host chooses where the tool writes or what it runs.
@Suite(.ownThreads)
struct ForeignNameTests {
    private let token = ["TIMELINE_TOKEN": String(repeating: "0", count: 64)]

    private static func host(_ timeline: String) throws -> UnresponsiveHost {
        try UnresponsiveHost { _ in
            Array(
                """
                HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n\
                \(String(timeline.utf8.count, radix: 16))\r\n\(timeline)\r\n0\r\n\r\n
                """.utf8)
        }
    }

    @Test(arguments: [
        "../../evil", "/tmp/evil", "a/b", "-rf", "Counter", ".", "a\u{202E}b", String(repeating: "x", count: 300),
        "counter",
    ])
    func theProgramOfARemoteTimelineNamesTheFileOnlyIfItsNameIsValid(_ name: String) throws {
        let sandbox = Sandbox()
        let run = Recorded.run(header: "\"counter\"", "\"\(name)\"")
        let host = try Self.host(run)
        let finished = try sandbox.run(["record", "--from", host.url], environment: token)
        let files = sandbox.files()
        #expect(files.count == 1)
        let file = try #require(files.keys.first)
        let stem = name == "counter" ? "counter" : "timeline"
        #expect(file.hasPrefix("\(stem)-") && file.contains(#/^[a-z]+-\d{8}-\d{6}\.jsonl$/#), "\(file)")
        #expect(files[file] == Data(run.utf8))
        #expect(finished == Finished(errors: "\(file): 8 steps recorded\n"))
        // With -o, the timeline of any program is accepted.
        #expect(
            try sandbox.run(["record", "--from", host.url, "-o", "live.jsonl"], environment: token)
                == Finished(errors: "live.jsonl: 8 steps recorded\n"))
    }
}
