import Foundation
import Testing
import TimelineTestSupport

/// The built `episodes`, from outside.
@Suite(.ownThreads)
struct BinaryTests {
    @Test func theUnreadScriptRunsToItsEnd() throws {
        let script = Repository.url.appending(path: "Fixtures/Scripts/unread.txt")
        let run = try Run.ended(["--delay", "0.02"], input: String(contentsOf: script, encoding: .utf8))
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(
            run.output.hasPrefix(
                "EPISODES  0 unread\n\n(none yet: refresh)\n\nEPISODES  0 unread\nrefreshing: 0 %\n"))
        #expect(
            run.output.hasSuffix(
                """
                EPISODES  -4 unread

                  1  Harbour Lights S2 E1     Low Water           2026-11-24  1 comment
                  2  Rick's Diner S4 E7       The Regular         2026-11-25
                  3  Rick's Diner S4 E8       Closing Time        2026-12-02  6 comments, 2 new
                  4  The Cartographers S1 E3  Here Be Nothing     2026-12-03
                  5  Night Shift S6 E2        Rick Calls In Sick  2026-12-05  2 comments, 2 new
                  6  The Cartographers S1 E4  Scale of Miles      2026-12-10
                  7  Night Shift S6 E3        Half Past Four      2026-12-12  4 comments
                  8  Harbour Lights S2 E2     The Ferry           2026-12-15  1 comment


                """))
    }

    @Test func aLinkOpensItsScreensAtTheStart() throws {
        let run = try Run.ended(["--delay", "0.5", "--open", "episodes://episode/3/comments"], input: "wait\nback\n")
        #expect(run.status == 0)
        #expect(run.errors == "")
        #expect(
            run.output == """
                EPISODE 3: COMMENTS

                (no comments)

                CLOSING TIME: COMMENTS

                   1  Ada: Is this the season finale?  new
                   2  Bo: It had better not be.  new
                   3  Cy: The trailer looks wonderful.  new

                CLOSING TIME
                Rick's Diner, season 4, episode 8; on 2026-12-02

                Rick turns the sign around for the last time.
                3 comments


                """)
        let film = try Run.ended(["--open", "episodes://film"])
        #expect(
            film.output
                == "EPISODES  0 unread\n! episodes://film: 'film' is not understood\n\n(none yet: refresh)\n\n")
    }

    /// The sheet waits under the settings until the user has logged in again.
    @Test func aLoginExpiresAndTheDraftIsKept() throws {
        let run = try Run.ended(
            ["--delay", "0.02", "--login", "0"],
            input: "open 3\ncomments\nsettings\nlogin Sam\nwait\ndone\ncomment Hello\n")
        #expect(run.status == 0)
        #expect(run.output.hasSuffix("YOUR COMMENT\nHello\n\nSETTINGS\nYour login has expired.\n(login NAME)\n\n"))
    }

    @Test(arguments: [
        (
            ["--hot-reload", "/nowhere/state.json"], 73,
            "cannot create /nowhere/state.json: no such file or directory; --hot-reload needs a file, or the path of a new one"
        ),
        (["--replicate", "/dev/null"], 73, "nothing is shared in /dev/null: it is not a folder"),
        (
            ["--replicate", "ftp://x:1"], 64,
            #""ftp://x:1" is not the address of an app: pass one like http://127.0.0.1:4000 or unix:/path/to/socket"#
        ),
        (
            ["--replicate", "unix:/nowhere/socket"], 69,
            "there is no token for unix:/nowhere/socket: cannot open /nowhere/socket.token: no such file or directory. Is the app running? The token may also be in TIMELINE_TOKEN."
        ),
    ])
    func aPlaceThatCannotBeUsedEndsIt(arguments: [String], status: Int32, error: String) throws {
        #expect(try Run.ended(arguments) == Finished(errors: "episodes: \(error)\n", status: status))
    }
}
