import Foundation
import Testing
import TimelineKit
import TimelineRemote
import TimelineTestSupport

@testable import TimelineTool

@Suite(.ownThreads)
struct PageServerTests {
    /// A browser with the token.
    private static func open(_ server: PageServer) throws -> PageClient {
        let port = UInt16(server.url.split(separator: ":").last!)!
        let client = try PageClient(port: port, request: PageClient.handshake(port))
        client.send(message: #"{"token":"\#(server.token.text)"}"#)
        return client
    }

    private static func wait(_ seconds: Double = 20, until condition: () -> Bool) -> Bool {
        let end = Date.now + seconds
        while !condition(), Date.now < end { usleep(5000) }
        return condition()
    }

    @Test func aBrowserThatStopsReadingIsDisconnectedAndASlowOneIsNot() throws {
        let server = try PageServer(port: 0, stallTime: .seconds(1))
        let page = try ServedPageTests.page()
        let task = server.start(page, nil) { _ in }
        defer { task.cancel() }
        let slow = try Self.open(server)
        _ = try slow.next("page")
        slow.limitBuffer()
        // More than the buffers of a connection hold.
        page.show(.lost(String(repeating: "a", count: 16 << 20)))
        let end = Date.now + 3
        while Date.now < end {
            #expect(slow.readSome(1 << 18))
            usleep(100_000)
        }
        #expect(page.isObserved)
        // From now on it reads nothing.
        #expect(Self.wait { !page.isObserved })
    }

    /// An app is asked for its position only while a page shows it.
    @Test func aConnectionWithoutTheTokenIsNoBrowser() throws {
        let server = try PageServer(port: 0)
        let page = try ServedPageTests.page()
        let task = server.start(page, nil) { _ in }
        defer { task.cancel() }
        let port = UInt16(server.url.split(separator: ":").last!)!
        let stranger = try PageClient(port: port, request: PageClient.handshake(port))
        #expect(stranger.status == 101)
        #expect(!page.isObserved)
        stranger.send(message: #"{"token":"\#(String(repeating: "0", count: 64))"}"#)
        #expect(try stranger.next() == .closed(4401))
        #expect(!page.isObserved)
        let browser = try Self.open(server)
        _ = try browser.next("page")
        #expect(page.isObserved)
    }

    @Test func aPortInUseIsReportedBeforeTheWork() throws {
        let server = try PageServer(port: 0)
        let port = server.url.split(separator: ":").last!
        let sandbox = Sandbox()
        // The file is not even opened.
        #expect(
            try sandbox.run(["serve", "none.jsonl", "--port", "\(port)"])
                == Finished(
                    errors:
                        "Error: cannot listen at 127.0.0.1:\(port): address already in use. Pass another --port, or none "
                        + "for a free one.\n",
                    status: 69))
    }
}
