import Foundation
import Testing

/// `episodes --replicate`, through an instance that serves.
struct SharingTests {
    @Test func instancesThatShareThroughAHostShowOneStateAndGoOnWithoutIt() async throws {
        let host = try LiveRun(["--serve", "--replicate", "shared"])
        let notice = await host.read(until: "\n")
        let url = String(try #require(notice.firstMatch(of: /http:\S+\d/)).0)
        let first = try LiveRun(["--replicate", url], home: host.home)
        _ = await first.read(until: "refresh)\n\n")
        try host.type("search rick")
        // The state comes when it comes.
        try await show(first, until: "search: rick\n")
        try first.type("search harbour")
        _ = await first.read(until: "refresh)\n\n")
        try await show(host, until: "search: harbour\n")
        let late = try LiveRun(["--replicate", url], home: host.home)
        #expect(
            await late.read(until: "refresh)\n\n") == "EPISODES  0 unread\nsearch: harbour\n\n(none yet: refresh)\n\n")
        host.kill()
        try first.type("search alone")
        _ = await first.read(until: "search: alone\n")
        let end = try await first.end()
        #expect(end.status == 0)
        #expect(
            end.errors.replacing(/: the app at .*/, with: "")
                == "timeline\n")
        #expect(try await late.end().status == 0)
    }

    /// Has the screen shown until it is as wanted.
    private func show(_ run: LiveRun, until wanted: String) async throws {
        for _ in 0..<300 {
            try run.type("wait 0.02")
            if await run.read(until: "refresh)\n\n").contains(wanted) { return }
        }
        Issue.record("\(wanted) was never shown")
    }

    @Test func oneThatCannotBeReachedEndsItWith69() async throws {
        let run = try Run(["--replicate", "unix:/nowhere/socket"], input: "")
        #expect(run.status == 69)
        #expect(run.output == "")
        #expect(
            run.errors
                == "episodes: there is no token for unix:/nowhere/socket: cannot open /nowhere/socket.token: no such file or directory. "
                + "Is the app running? TIMELINE_TOKEN may hold the token, too.\n")
    }
}
