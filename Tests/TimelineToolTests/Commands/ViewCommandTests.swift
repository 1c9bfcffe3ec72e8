import Testing
import TimelineKit
import TimelineTestSupport

@Suite(.ownThreads)
struct ViewCommandTests {
    private let sandbox = Sandbox(["run.jsonl": Recorded.run])

    private func view(_ arguments: String...) throws -> Finished { try sandbox.run(["view"] + arguments) }

    @Test func aPageIsOnePrivateFileThatLoadsNothing() throws {
        #expect(try view("run.jsonl").status == 0)
        let page = try sandbox.read("run.html")
        #expect(FileStatus("\(sandbox.folder)/run.html")?.permissions == 0o600)
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
}
