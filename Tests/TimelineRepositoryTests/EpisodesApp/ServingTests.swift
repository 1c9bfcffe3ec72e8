import Foundation
import Testing
import TimelineKit
import TimelineRemote
import TimelineTestSupport

/// `episodes --serve`, from outside.
@Suite(.ownThreads)
struct ServingTests {
    /// The address that an app prints, and its notice.
    private func place(_ run: LiveRun) throws -> (notice: String, url: String, tokenFile: String) {
        let notice = run.read(until: "\n")
        let match = try #require(notice.firstMatch(of: /serving at (\S+), with the token in (\S+)\]/))
        return (notice, String(match.1), String(match.2))
    }

    private func client(_ url: String, _ tokenFile: String) throws -> RemoteClient {
        RemoteClient(try #require(RemoteAddress(url)), token: try #require(try TokenFile.read(tokenFile)))
    }

    private static let empty = "EPISODES  0 unread\n\n(none yet: refresh)\n\n"

    @Test func aServingAppPrintsItsAddressAndClientsControlIt() async throws {
        let run = try LiveRun(["--serve"])
        let place = try place(run)
        let port = try #require(place.url.split(separator: ":").last)
        #expect(place.tokenFile == "\(run.home)/.timeline/\(port).token")
        #expect(
            place.notice
                == "[serving at http://127.0.0.1:\(port), with the token in \(run.home)/.timeline/\(port).token]\n")
        #expect(run.read(until: Self.empty) == Self.empty)
        var client = try client(place.url, place.tokenFile)
        let answer = try await client.dispatch(JSONText(["searchChanged": ["text": "rick"]]))
        #expect(answer == ["seq": 1])
        try run.type("read all")
        #expect(run.read(until: "refresh)\n\n") == "EPISODES  0 unread\nsearch: rick\n\n(none yet: refresh)\n\n")
        let state = try await client.state(at: "$.list.search")
        #expect(state == ["seq": 2, "path": "$.list.search", "value": "rick"])
        // It is recorded, so that both the app and a client can travel.
        _ = try await client.travel(.to("0"))
        try run.type("wait 0")
        #expect(
            run.read(until: "refresh)\n\n")
                == "[a client shows step 0 of 2, and actions are rejected; resume returns to the present]\n"
                + Self.empty)
        _ = try await client.travel(.resume(releasesHeld: true))
        try run.type("at 1")
        #expect(run.read(until: "]\n") == "[step 1 of 2; resume returns to the present]\n")
        let end = try run.end()
        #expect(end.status == 0)
        #expect(end.errors == "")
        // Nothing of it is left.
        #expect(try FileManager.default.contentsOfDirectory(atPath: run.home) == [".timeline"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(run.home)/.timeline") == [])
    }

    @Test func whileAClientShowsThePastActionsAreRejectedUntilResume() async throws {
        let run = try LiveRun(["--serve"])
        let place = try place(run)
        _ = run.read(until: Self.empty)
        try run.type("search rick")
        let live = "EPISODES  0 unread\nsearch: rick\n\n(none yet: refresh)\n\n"
        #expect(run.read(until: live) == live)
        // A client that travels, and disconnects.
        do {
            var client = try client(place.url, place.tokenFile)
            _ = try await client.travel(.to("0"))
        }
        let past =
            "[a client shows step 0 of 1, and actions are rejected; resume returns to the present]\n" + Self.empty
        for _ in 1...2 {
            try run.type("search harbour")
            #expect(run.read(until: "refresh)\n\n") == past)
        }
        try run.type("resume")
        #expect(run.read(until: "refresh)\n\n") == live)
        try run.type("search ferry")
        #expect(run.read(until: "refresh)\n\n") == live.replacing("rick", with: "ferry"))
        let end = try run.end()
        #expect(end.status == 0)
        let refused =
            "episodes: an action was refused because a client shows the past; "
            + "type resume to show the live state again\n"
        #expect(end.errors == refused + refused)
    }

    @Test func aPortThatIsTakenEndsItWith69() async throws {
        let first = try LiveRun(["--serve"])
        let port = try #require(try place(first).url.split(separator: ":").last)
        let second = try LiveRun(["--serve", String(port)])
        let end = try second.end()
        #expect(end.status == 69)
        #expect(end.output == "")
        #expect(
            end.errors == "episodes: cannot serve: cannot listen at 127.0.0.1:\(port): address already in use\n")
        #expect(try first.end().status == 0)
    }
}
