import Testing
import TimelineDebugger
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// Journals whose header says that each line has a checksum.
struct RequiredChecksumTests {
    /// One line of each kind.
    private static let lines = [
        #"{"timeline":1,"session":"s","program":"p","version":"1","started":"t","segment":1,"checksums":"crc32c"}"#,
        #"{"seq":0,"at":0.000000,"state":0}"#,
        #"{"seq":1,"at":1.000000,"action":1,"from":"user"}"#, #"{"seq":1,"at":1.000000,"mark":"m"}"#,
        #"{"seq":2,"at":2.000000,"opaque":"tap"}"#, #"{"seq":2,"at":2.000000,"state":3}"#,
        #"{"seq":3,"at":3.000000,"set":6,"by":"test"}"#,
        #"{"seq":4,"at":4.000000,"gap":{"through":5,"why":"w"}}"#, #"{"seq":5,"at":4.000000,"state":15}"#,
        #"{"kind":"new"}"#,
        #"{"seq":5,"at":5.000000,"end":{"actions":4,"snapshots":3}}"#,
    ]

    /// The lines with their checksums, except some.
    private func journal(without bare: Set<Int> = [], _ lines: [String] = Self.lines) -> [UInt8] {
        let texts = lines.enumerated().map { bare.contains($0 + 1) ? $1 + "\n" : sealed($1) }
        return Array(texts.joined().utf8)
    }

    @Test(arguments: 2...11) func aLineWithoutItsChecksumIsDamage(line: Int) throws {
        let bytes = journal(without: [line])
        let text = Self.lines[line - 1]
        let start = bytes.text.utf8.split(separator: 10, omittingEmptySubsequences: false)[..<(line - 1)]
            .reduce(0) { $0 + $1.count + 1 }
        let damage = Damage(
            file: "memory", line: line, byte: start + text.utf8.count - 1,
            reason: "the header says that each line has a checksum, and this one has none: expected it to end with "
                + #","crc":"\#(Checksum.text(Checksum.of(text.utf8.dropLast())))"}; "#
                + #"after an edit, drop "checksums" from the header, too"#)
        #expect(try Journal(bytes: bytes).index.damage.first == damage)
        let salvage = try Salvage(bytes: bytes)
        #expect(salvage.report.dropped.first == damage)
        let copy = try Journal(salvage).sound(.strict)
        #expect(copy.header.hasChecksums)
        #expect(try Salvage(bytes: salvage.source.read(at: 0, count: 1 << 20)).report.isWhole)
    }

    @Test func aHeaderWithoutItsChecksumIsRefused() throws {
        #expect(
            throws: JournalError.notATimeline(
                file: "a.jsonl", line: 1, byte: 102,
                reason: "the header says that each line has a checksum, and this one has none: expected it to end with "
                    + #","crc":"fd970ff9"}; after an edit, drop "checksums" from the header, too"#)
        ) { try Journal(bytes: journal(without: [1]), name: "a.jsonl") }
    }

    @Test func aChecksumBeforeTheEndOfTheLineDoesNotCount() throws {
        var lines = Self.lines
        lines[2] = sealed(lines[2]).dropLast(2) + " }"
        #expect(try Journal(bytes: journal(without: [3], lines)).index.damage.map(\.line) == [3])
        // This checksum is inside the value of a key.
        lines[2] = #"{"seq":1,"at":1.000000,"action":{"a":1,"crc":"01234567"}}"#
        #expect(try Journal(bytes: journal(without: [3], lines)).index.damage.map(\.line) == [3])
        #expect(try Journal(bytes: journal(lines)).index.damageCount == 0)
    }

    /// A recorder writes no such line.
    @Test(arguments: [#""state":1"#, #""seq":1"#, #""from":1"#, #""cause":-1"#, #""a":[1"#])
    func aLineThatIsNotParsedIsNoneThoughItHasTheRightChecksum(end: String) throws {
        var lines = Self.lines
        lines[2] = #"{"seq":1,"at":1.000000,"action":1,\#(end)}"#
        let segment = try Segment(name: "memory", source: journal(lines))
        let damage = try Journal(name: "memory", segments: [segment], parsesAll: true).index.damage.first
        #expect(try damage?.line == 3 && Salvage(bytes: journal(lines)).report.dropped.first == damage)
    }

    @Test func withoutTheKeyNoLineNeedsAChecksum() throws {
        var lines = Self.lines
        lines[0] = lines[0].replacing(#","checksums":"crc32c""#, with: "")
        let journal = try Journal(bytes: journal(without: [1, 3, 5, 9], lines)).sound(.strict)
        #expect(!journal.header.hasChecksums)
        #expect(try Journal(bytes: self.journal()).header.hasChecksums)
    }

    @Test func checksumsOfAnotherKindAreRefused() throws {
        var lines = Self.lines
        lines[0] = lines[0].replacing("crc32c", with: "sha256")
        #expect(
            throws: JournalError.notATimeline(
                file: "a.jsonl", line: 1, byte: 0,
                reason: #"the header's "checksums" should be "crc32c", and is "sha256""#)
        ) { try Journal(bytes: journal(lines), name: "a.jsonl") }
    }

    @Test func aSearchRefusesALineWithoutChecksum() throws {
        let text = CheckedJournal.bytes.text
        let line = try #require(text.split(separator: "\n").first { $0.contains(#""action":305"#) })
        let bytes = Array(text.replacing(line, with: line.dropLast(18) + "}").utf8)
        let segments = [try Segment(name: "run.jsonl", source: bytes)]
        let searched = try Journal(name: "run.jsonl", segments: segments, stride: 4096)
        let expected = try #require(throws: JournalError.self) {
            try Journal(bytes: bytes, name: "run.jsonl").requireSound()
        }
        #expect(throws: expected) {
            var lines = try searched.lines(fromStep: 300)
            while try lines.next() != nil {}
        }
        // A state elsewhere does not depend on it.
        let elsewhere = try Journal(name: "run.jsonl", segments: segments, stride: 4096)
        #expect(try elsewhere.sum(at: 250) == CheckedJournal.sum(250))
    }

    // MARK: - Segments

    private static func segment(_ number: Int, hasKey: Bool, from seq: Int) -> [String] {
        [
            #"{"timeline":1,"session":"s","program":"p","version":"1","started":"t","segment":\#(number)"#
                + (hasKey ? #","checksums":"crc32c"}"# : "}"),
            #"{"seq":\#(seq),"at":\#(seq).000000,"state":0}"#,
            #"{"seq":\#(seq + 1),"at":\#(seq + 1).000000,"action":1}"#,
        ]
    }

    @Test func eachSegmentIsReadByItsOwnHeader() throws {
        let scratch = TemporaryFolder()
        try scratch.write(journal(Self.segment(1, hasKey: true, from: 0)), to: "run-000001.jsonl")
        // This segment was edited.
        try scratch.write(journal(without: [2, 3], Self.segment(2, hasKey: false, from: 1)), to: "run-000002.jsonl")
        try scratch.write(journal(without: [3], Self.segment(3, hasKey: true, from: 2)), to: "run-000003.jsonl")
        let whole = try Journal(opening: scratch.path)
        #expect(try whole.index.damage.map { "\($0.file.suffix(16)) \($0.line)" } == ["run-000003.jsonl 3"])
        // The header of a journal must hold for all its segments.
        #expect(!whole.header.hasChecksums && whole.header.object["checksums"] == nil)
        let salvage = try Salvage(of: scratch.path)
        let copy = try Journal(salvage).sound(.strict)
        #expect(!copy.header.hasChecksums)
        #expect(copy.last == 2)
    }
}
