import Foundation
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

struct StatusPageTests {
    private let session = "5f2c9e10-7d3b-4a61-9c88-2b1e64d0a7f3"
    private let scratch = TemporaryFolder()
    /// The journal that the page is beside.
    private var path: String { scratch.file("a.jsonl") }

    /// Notes steps on a page and abandons it, as a killed process does: nothing is flushed or removed.
    private func leave(_ seq: Int = 0, beside journal: String, session: String) throws {
        _ = try StatusPage(beside: journal, session: session, reduced: seq)
    }

    @Test func returnsTheLastNotedStep() throws {
        try leave(beside: path, session: session)
        #expect(StatusPage.lastReduced(beside: path, session: session) == 0)
        var page = try StatusPage(beside: path, session: session)
        for seq in [1, 2, 1 << 53] {
            try page.note(reduced: seq)
            #expect(StatusPage.lastReduced(beside: path, session: session) == seq)
        }
        page.remove()
        #expect(!scratch.exists("a.jsonl.status"))
        #expect(StatusPage.lastReduced(beside: path, session: session) == nil)
    }

    @Test func belongsToOneSession() throws {
        try leave(7, beside: path, session: session)
        for other in ["", "5f2c9e10", "6" + session.dropFirst()] {
            #expect(StatusPage.lastReduced(beside: path, session: other) == nil)
        }
    }

    @Test func keepsAFileThatReplacedIt() throws {
        var page = try StatusPage(beside: path, session: session)
        try FileManager.default.removeItem(atPath: scratch.file("a.jsonl.status"))
        try scratch.write("notes".utf8, to: "a.jsonl.status")
        try page.note(reduced: 7)
        page.remove()
        #expect(try scratch.bytes(of: "a.jsonl.status").text == "notes")
    }

    @Test func theNextStepMendsATruncatedPage() throws {
        var page = try StatusPage(beside: path, session: session, reduced: 1)
        for size: off_t in [0, 12] {
            #expect(truncate("\(path).status", size) == 0)
            #expect(StatusPage.lastReduced(beside: path, session: session) == nil)
            try page.note(reduced: 2)
            #expect(StatusPage.lastReduced(beside: path, session: session) == 2)
        }
    }

    @Test func isNotTakenFromAFileOfAnotherKind() throws {
        let otherVersion = Array("TIMELIN2".utf8) + [UInt8](repeating: 0, count: 8) + Array(session.utf8)
        let tooLargeForInt = Array("TIMELIN1".utf8) + [UInt8](repeating: 0xFF, count: 8) + Array(session.utf8)
        for bytes in [
            [], Array("TIMELIN1".utf8), [UInt8](repeating: 0, count: 4096), [UInt8](repeating: 0xFF, count: 60),
            otherVersion, tooLargeForInt,
        ] {
            try scratch.write(bytes, to: "a.jsonl.status")
            #expect(StatusPage.lastReduced(beside: path, session: session) == nil)
        }
    }

    /// Pages of processes that were killed while they made them: empty, or without the magic number.
    @Test(arguments: [0, 64, 16, -1])
    func replacesAPageThatARunLeft(size: Int) throws {
        if size < 0 {
            try leave(3, beside: path, session: "of another run")
        } else {
            try scratch.write([UInt8](repeating: 0, count: size), to: "a.jsonl.status")
        }
        try leave(7, beside: path, session: session)
        #expect(StatusPage.lastReduced(beside: path, session: session) == 7)
    }

    /// Text, a page of another version, a page that is too long, and zeros of another size.
    @Test(arguments: [
        "my notes", "T", "TIMELIN2", "TIMELIN1" + String(repeating: "x", count: 57),
        String(repeating: "\0", count: 65),
    ])
    func keepsOtherFiles(text: String) throws {
        try scratch.write(Array(text.utf8), to: "a.jsonl.status")
        #expect(
            errorMessage { try leave(7, beside: path, session: session) }
                == "cannot replace \(path).status: it does not hold what was expected, and not ours to "
                + "replace: move it away")
        #expect(try scratch.bytes(of: "a.jsonl.status").text == text)
    }

    @Test func showsWhichStepNeverReturned() throws {
        let bytes = try Fixture.bytes("Broken/torn.jsonl")
        try scratch.write(bytes, to: "a.jsonl")
        #expect(try Journal(opening: path).unreturned == nil)
        try leave(1, beside: path, session: session)
        let journal = try Journal(opening: path)
        #expect(journal.unreturned == 2)
        #expect(journal.end == 1)
        try leave(2, beside: path, session: session)
        #expect(try Journal(opening: path).unreturned == nil)
        try leave(1, beside: path, session: "another")
        #expect(try Journal(opening: path).unreturned == nil)
        let ended = try scratch.write(try Fixture.bytes("full.jsonl"), to: "ended.jsonl")
        try leave(1, beside: ended, session: session)
        #expect(try Journal(opening: ended).unreturned == nil)
    }

    @Test func isIgnoredForAStateThatWasSet() throws {
        let set = #"{"seq":3,"at":9.000000,"set":{"count":7},"by":"restore"}"# + "\n"
        let sound = try Fixture.bytes("Broken/torn.jsonl")
        let whole = sound.prefix(through: try #require(sound.lastIndex(of: UInt8(ascii: "\n"))))
        try scratch.write(whole + Array(set.utf8), to: "a.jsonl")
        try leave(2, beside: path, session: session)
        let journal = try Journal(opening: path)
        #expect(journal.last == 3)
        #expect(journal.unreturned == nil)
        #expect(journal.end == 3)
    }
}
