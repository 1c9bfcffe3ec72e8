import EpisodesCore
import TestHarness
import Testing

@testable import EpisodesApp

@Suite(.ownThreads)
struct CommandTests {
    @Test(arguments: [
        ("refresh", Command.taps([.anywhere(.refreshTapped)])),
        ("more", .taps([.anywhere(.moreTapped)])),
        ("search rick", .taps([.anywhere(.searchChanged(text: "rick"))])),
        ("search\trick", .taps([.anywhere(.searchChanged(text: "rick"))])),
        ("search   rick's diner ", .taps([.anywhere(.searchChanged(text: "rick's diner"))])),
        ("search", .taps([.anywhere(.searchChanged(text: ""))])),
        ("open 3", .taps([.anywhere(.episodeTapped(id: 3))])),
        ("read all", .taps([.anywhere(.allReadTapped)])),
        ("link episodes://settings", .taps([.anywhere(.linkOpened(url: "episodes://settings"))])),
        ("back", .taps([.back])),
        ("home", .taps([.home])),
        ("comments", .taps([.onTop(.commentsTapped)])),
        ("find finale", .taps([.onTop(.searchChanged(text: "finale"))])),
        ("find", .taps([.onTop(.searchChanged(text: ""))])),
        ("select 1", .taps([.onTop(.commentTapped(row: 0))])),
        ("delete", .taps([.onTop(.deleteTapped)])),
        ("write", .taps([.onTop(.writeTapped)])),
        ("type hello", .taps([.onTop(.draftChanged(text: "hello"))])),
        ("post", .taps([.onTop(.postTapped)])),
        ("cancel", .taps([.onTop(.cancelTapped)])),
        (
            "comment hello there",
            .taps([.onTop(.writeTapped), .onTop(.draftChanged(text: "hello there")), .onTop(.postTapped)])
        ),
        ("retry", .taps([.anywhere(.retryTapped)])),
        ("settings", .taps([.anywhere(.settingsTapped)])),
        ("login Sam", .taps([.loginPage, .onPage(.nameChanged(text: "Sam")), .onPage(.loginTapped)])),
        ("logout", .taps([.onTop(.settings(action: .logoutTapped))])),
        ("done", .taps([.onTop(.settings(action: .doneTapped))])),
        ("wait", .wait),
        ("wait 0.5", .waitFor(.milliseconds(500))),
        ("at %checkout", .travel(.jump("%checkout"))),
        ("step", .travel(.step(1))),
        ("step -2", .travel(.step(-2))),
        ("play", .travel(.play(speed: 1))),
        ("play 0.5", .travel(.play(speed: 0.5))),
        ("without 22 7", .travel(.without([7, 22]))),
        ("resume", .travel(.resume)),
        ("continue", .travel(.continueHere)),
        ("help", .help),
        ("quit", .quit),
        ("", .nothing),
        ("  # refresh", .nothing),
    ])
    func aLineIsRead(line: String, command: Command) throws {
        #expect(try Command(line) == command)
    }

    @Test(arguments: [
        ("fly", "unknown command 'fly'; help lists them"),
        ("read", "read needs 'all' after it, not ''"),
        ("read some", "read needs 'all' after it, not 'some'"),
        ("open three", "open needs a number from 1, not 'three'"),
        ("select 0", "select needs a number from 1, not '0'"),
        ("back home", "back takes no argument, not 'home'"),
        ("comment", "comment needs a text after it"),
        ("login", "login needs a text after it"),
        ("link", "link needs a text after it"),
        ("at", "at needs a position: 17, end, -5, @12.5s or %name"),
        ("step on", "step needs a whole number, not 'on'"),
        ("play 0", "play needs a speed over 0, not '0'"),
        ("play fast", "play needs a speed over 0, not 'fast'"),
        ("without", "without needs a whole number, not ''"),
        ("resume now", "resume takes no argument, not 'now'"),
        ("wait long", "wait needs a number of seconds from 0 to 86400, not 'long'"),
        ("wait -1", "wait needs a number of seconds from 0 to 86400, not '-1'"),
        ("wait nan", "wait needs a number of seconds from 0 to 86400, not 'nan'"),
    ])
    func anUnknownLineIsRejectedWithAReason(line: String, reason: String) {
        #expect { try Command(line) } throws: { ($0 as? CommandError)?.description == reason }
    }
}
