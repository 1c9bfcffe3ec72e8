import Foundation
import Testing
import TimelineKit
import TimelineReplay
import TimelineTestSupport

@testable import TimelineTool

@Suite(.ownThreads)
struct ServedPageTests {
    static func page(
        byteLimit: Int = 8 << 20, compress: @escaping @Sendable ([UInt8]) -> [UInt8] = { $0 }
    ) throws -> ServedPage {
        let journal = try Journal(bytes: Array(Recorded.text(Array(Recorded.lines[..<2])).utf8), name: "run.jsonl")
        let checkpoint = try #require(try journal.checkpoint(atOrBefore: 0))
        let data = try PageData(
            journal, .init(file: "run.jsonl", range: 0...0), from: journal.state(at: checkpoint), compress: compress)
        return ServedPage(data, .live, isControlled: false, byteLimit: byteLimit)
    }

    static func append(_ seq: Int, bytes: Int, to page: ServedPage) {
        let quote = UInt8(ascii: "\"")
        let action = JSONText(unchecked: [quote] + [UInt8](repeating: UInt8(ascii: "a"), count: bytes) + [quote])
        page.grow { page in
            page.append([.step(Step(seq: seq, at: .zero, change: .action(action)))], [seq: JSONText(.int(seq))])
        }
        page.publish()
    }

    /// The names of the members of the messages that are to be sent.
    private static func names(_ page: ServedPage, _ cursor: inout ServedPage.Cursor) throws -> [String] {
        var names: [String] = []
        while let message = page.next(&cursor) { names.append(try JSON(parsing: message).object!.members[0].key) }
        return names
    }

    @Test func aBrowserThatConnectsBeforeRowsArePublishedGetsTheNextOnes() throws {
        let page = try Self.page()
        var cursor = ServedPage.Cursor()
        for seq in 1...2 {
            let step = Step(seq: seq, at: .zero, change: .action(JSONText(.null)))
            page.grow { $0.append([.step(step)], [seq: JSONText(.null)]) }
            if seq == 1 { #expect(try Self.names(page, &cursor) == ["page"]) }
        }
        page.publish()
        // The first row is on the page already.
        let rows = try JSON(parsing: #require(page.next(&cursor))).object
        #expect(rows?["lines"]?.array?.count == 1)
        #expect(try Self.names(page, &cursor) == [])
        Self.append(3, bytes: 1, to: page)
        #expect(try Self.names(page, &cursor) == ["rows"])
    }

    /// The rows that are kept for browsers that are behind have a limit.
    @Test func aSlowBrowserGetsThePageAgain() throws {
        let page = try Self.page(byteLimit: 8 << 10)
        var (slow, fast) = (ServedPage.Cursor(), ServedPage.Cursor())
        _ = page.next(&slow)
        _ = page.next(&fast)
        for seq in 1...12 {
            Self.append(seq, bytes: 1 << 10, to: page)
            #expect(try Self.names(page, &fast) == ["rows"])
            if seq == 6 { #expect(page.next(&slow)?.count ?? 0 > 1 << 10) }
        }
        #expect(try Self.names(page, &slow) == ["page"])
        #expect(try Self.names(page, &slow) == [])
        Self.append(13, bytes: 1, to: page)
        #expect(try Self.names(page, &slow) == ["rows"])
    }

    @Test func aChunkIsOfTheRecordingThatTheBrowserShows() throws {
        let page = try Self.page()
        var cursor = ServedPage.Cursor()
        #expect(page.chunk(0, cursor) == nil)
        _ = page.next(&cursor)
        #expect(page.chunk(0, cursor) != nil)
        #expect(page.chunk(1, cursor) == nil)
        page.begin(try Self.page().grow { $0 })
        // It shows the run before until it asks for another one.
        #expect(try Self.names(page, &cursor) == ["status", "runs"])
        let first = page.chunk(0, cursor)
        Self.append(1, bytes: 1, to: page)
        #expect(try Self.names(page, &cursor) == [] && page.chunk(0, cursor) == first)
        cursor.run = 2
        #expect(try Self.names(page, &cursor) == ["page"] && page.chunk(0, cursor) != first)
    }

    @Test func stepsDoNotWaitForAChunkThatIsCompressed() throws {
        let (begun, gate) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let page = try Self.page { bytes in
            begun.signal()
            gate.wait()
            return bytes
        }
        var cursor = ServedPage.Cursor()
        _ = page.next(&cursor)
        let finished = DispatchSemaphore(value: 0)
        func start(_ body: @escaping @Sendable () -> Void) {
            Thread {
                body()
                finished.signal()
            }.start()
        }
        start { [cursor] in #expect(page.chunk(0, cursor) != nil) }
        try #require(begun.wait(timeout: .now() + 10) == .success)
        start { Self.append(1, bytes: 1, to: page) }
        #expect(finished.wait(timeout: .now() + 10) == .success)
        gate.signal()
        #expect(finished.wait(timeout: .now() + 10) == .success)
    }
}
