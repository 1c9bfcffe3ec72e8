import EpisodesCore
import Testing

@testable import EpisodesApp

struct CommandTests {
    @Test(arguments: [
        ("refresh", Command.actions([.refreshTapped])),
        ("search rick", .actions([.searchChanged(text: "rick")])),
        ("search   rick's diner ", .actions([.searchChanged(text: "rick's diner")])),
        ("search", .actions([.searchChanged(text: "")])),
        ("open 3", .actions([.episodeTapped(id: 3)])),
        ("read all", .actions([.allReadTapped])),
        ("back", .actions([.backTapped])),
        ("find finale", .actions([.commentSearchChanged(text: "finale")])),
        ("find", .actions([.commentSearchChanged(text: "")])),
        ("select 1", .actions([.commentTapped(row: 0)])),
        ("delete", .actions([.deleteTapped])),
        ("write", .actions([.writeTapped])),
        ("type hello", .actions([.draftChanged(text: "hello")])),
        ("post", .actions([.postTapped])),
        ("cancel", .actions([.writeCancelled])),
        ("comment hello there", .actions([.writeTapped, .draftChanged(text: "hello there"), .postTapped])),
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
        ("read", "unknown command 'read'; help lists them"),
        ("read some", "unknown command 'read some'; help lists them"),
        ("open three", "open needs a number from 1, not 'three'"),
        ("select 0", "select needs a number from 1, not '0'"),
        ("back home", "back takes no argument, not 'home'"),
        ("comment", "comment needs a text after it"),
        ("at", "at needs a text after it"),
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
