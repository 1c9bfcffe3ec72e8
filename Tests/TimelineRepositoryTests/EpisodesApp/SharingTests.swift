import Foundation
import Testing
import TimelineTestSupport

/// `episodes --replicate`, through an instance that serves.
@Suite(.ownThreads)
struct SharingTests {
    @Test func instancesThatShareThroughAHostShowOneStateAndGoOnWithoutIt() async throws {
        let host = try LiveRun(["--serve", "--replicate", "shared"])
        let notice = host.read(until: "\n")
        let url = String(try #require(notice.firstMatch(of: /http:\S+\d/)).0)
        let first = try LiveRun(["--replicate", url], home: host.home)
        _ = first.read(until: "refresh)\n\n")
        try host.type("search rick")
        // The state comes when it comes.
        try first.show(until: "search: rick\n")
        try first.type("search harbour")
        _ = first.read(until: "refresh)\n\n")
        try host.show(until: "search: harbour\n")
        let late = try LiveRun(["--replicate", url], home: host.home)
        #expect(
            late.read(until: "refresh)\n\n") == "EPISODES  0 unread\nsearch: harbour\n\n(none yet: refresh)\n\n")
        _ = try? host.process.end(SIGKILL)
        try first.type("search alone")
        _ = first.read(until: "search: alone\n")
        let end = try first.end()
        #expect(end.status == 0)
        #expect(
            end.errors.replacing(/: the app at .*/, with: "")
                == "timeline\n")
        #expect(try late.end().status == 0)
    }

    @Test func anAddressWithoutASchemeIsNotAFolder() throws {
        let scratch = try TemporaryFolder()
        let folder = scratch.path
        let run = try Run.ended(["--replicate", "127.0.0.1:4000"], in: folder)
        #expect(run.status == 64)
        #expect(run.output == "")
        #expect(
            run.errors.hasPrefix(
                "Error: --replicate 127.0.0.1:4000 is not a folder; write http://127.0.0.1:4000 for an app that serves, "
                    + "./127.0.0.1:4000 for a new folder.\n"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        // A folder may have any name if it exists, or if the path shows that it is one.
        let other = try Run.ended(["--replicate", "./127.0.0.1:4000"], in: folder)
        #expect(other.status == 0)
        #expect(try Run.ended(["--replicate", "127.0.0.1:4000"], in: folder).status == 0)
    }
}
