import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

struct JournalScanTests {
    private func index(_ segments: [Segment], parsesAll: Bool) throws -> String {
        let journal = try Journal(name: "drawn", segments: segments, parsesAll: parsesAll, countsActions: true)
        #expect(journal.checksOnly != parsesAll)
        return try "\(journal.index)"
    }

    @Test("An index made from checksums is the index made by parsing, in damaged journals too")
    func sameIndex() throws {
        var seed = Seed()
        for round in 0..<Harness.count(small: 20, full: 2000) {
            var drawn = DrawnJournal(size: 100_000, segments: 1 + round % 3, hasChecksums: true, &seed)
            for _ in 0..<round / 2 % 10 {
                let segment = Int.random(in: drawn.segments.indices, using: &seed)
                let headerEnd = drawn.segments[segment].firstIndex(of: UInt8(ascii: "\n"))! + 1
                let place = Int.random(in: headerEnd..<drawn.segments[segment].count, using: &seed)
                drawn.change(segment, at: place) { $0 ^= 1 << UInt8.random(in: 0..<8, using: &seed) }
            }
            if round % 4 == 3 { drawn.cut(Int.random(in: 1..<200, using: &seed)) }
            let segments = try drawn.opened()
            let (scanned, parsed) = try (index(segments, parsesAll: false), index(segments, parsesAll: true))
            #expect(scanned == parsed, "\(seed), round \(round)")
        }
    }

    @Test(
        "The beginning of a recorded line shows the outline of the whole line, and only of a line with the right checksum"
    )
    func prefixes() throws {
        let lines: [(String, LineOutline?)] = [
            (
                #"{"seq":1,"at":0.000002,"action":{"add":{"_0":1}},"from":"user","cause":0"#,
                LineOutline(.action, 1, Moment(microseconds: 2))
            ),
            (
                #"{"seq":9007199254740992,"at":999999999.999999,"set":{},"by":"restore""#,
                LineOutline(.set, 1 << 53, Moment(microseconds: 999_999_999_999_999))
            ),
            (#"{"seq":7,"at":1.000000,"opaque":"tap""#, LineOutline(.opaque, 7, Moment(microseconds: 1_000_000))),
            (#"{"seq":0,"at":0.000000,"state":{"count":0}"#, LineOutline(.snapshot)),
            (#"{"seq":1,"at":0.000000,"generated":{"uuid":"5F0C"}"#, LineOutline(.generated, 1)),
            // Left to the parser: other kinds, other forms, and numbers that it refuses or rounds.
            (#"{"seq":0,"at":0.000000,"mark":"here""#, nil),
            (#"{"seq":2,"at":0.000000,"gap":{"through":3,"why":"full"}"#, nil),
            (#"{"seq":2,"at":0.000000,"end":{"actions":2,"snapshots":1}"#, nil),
            (#"{"seq":0,"at":0.000000,"action":1"#, nil), (#"{"seq":9007199254740993,"at":0.000000,"action":1"#, nil),
            (#"{"seq":1,"at":1000000000.000000,"action":1"#, nil), (#"{"seq":01,"at":0.000000,"action":1"#, nil),
            (#"{"seq":1,"at":00.000000,"action":1"#, nil), (#"{"seq":1,"at":0.00000,"action":1"#, nil),
            (#"{ "seq":1,"at":0.000000,"action":1"#, nil), (#"{"at":0.000000,"seq":1,"action":1"#, nil),
        ]
        for (text, outline) in lines {
            let line = Array(text.utf8) + Array(#","crc":"\#(Checksum.text(Checksum.of(text.utf8)))"}"#.utf8)
            let recorded = line.withUnsafeBufferPointer { LineOutline(ofRecorded: $0) }
            #expect(recorded.map { LineOutline($0.kind, $0.seq, $0.at) } == outline, "\(text)")
            if let outline { #expect(try LineParser.parse(line).outline == outline) }
            for place in line.indices {
                for bit in 0..<8 {
                    var flipped = line
                    flipped[place] ^= 1 << bit
                    #expect(flipped.withUnsafeBufferPointer { LineOutline(ofRecorded: $0) } == nil, "\(place), \(bit)")
                }
            }
            for count in line.indices {
                #expect(line[..<count].withUnsafeBufferPointer { LineOutline(ofRecorded: $0) } == nil)
            }
        }
    }

    @Test(
        "What a recorder writes after a value is recognized, and nothing else",
        arguments: [
            ("}", true), (#","from":"user"}"#, true), (#","from":"user","cause":17,"crc":"1f0c22ab"}"#, true),
            (#","by":"hotReload","crc":"1f0c22ab"}"#, true), ("", false), (",}", false),
            (#","from":"user""#, false),
            (#","from":"us\u0065r"}"#, false), (#","from":"é"}"#, false), (#","from":"user","from":"user"}"#, false),
            (#","cause":9007199254740992}"#, true), (#","cause":9007199254740993}"#, false), (#","cause":01}"#, false),
            (#","cause":1.5}"#, false), (#","cause":}"#, false), (#","state":1}"#, false),
            (#" }"#, false), (#","from":user}"#, false), (#","crc":"1f0c22ab","from":"user"}"#, false),
        ])
    func ends(_ text: String, _ isEnd: Bool) {
        #expect(Array(text.utf8).withUnsafeBufferPointer(LineOutline.isEnd) == isEnd)
        for count in 0..<text.utf8.count {
            #expect(!Array(text.utf8.prefix(count)).withUnsafeBufferPointer(LineOutline.isEnd))
        }
    }

    /// Lines with the right checksum that are not what the format says: what a recorder with a fault, or someone with an aim, writes.
    private static let hostileLines = [
        #"{"seq":2,"at":0.000002,"action":{"add":1,"from":"user""#, #"{"seq":2,"at":0.000002,"action":1,"state":{}"#,
        #"{"seq":2,"at":0.000002,"action":{"a":1,"a":1}"#, #"{"seq":2,"at":0.000002,"action":1,"seq":9"#,
        #"{"seq":2,"at":0.000002,"action":\#(String(repeating: "[", count: 200))\#(String(repeating: "]", count: 200))"#,
        "{\"seq\":2,\"at\":0.000002,\"action\":\"\u{1}\"",
    ]

    @Test(
        "A line with the right checksum that does not parse is found by a reader of the line, and by parsing all",
        arguments: Self.hostileLines)
    func hostile(_ text: String) throws {
        var bytes: [UInt8] = []
        func add(_ text: String) {
            bytes += Array("\(text),\"crc\":\"\(Checksum.text(Checksum.of(text.utf8)))\"}\n".utf8)
        }
        let header = Header(
            session: "0c8b", program: "sum", version: "1", started: "2026-11-21T04:31:05Z", segment: 1, platform: .null,
            hasChecksums: true)
        bytes += LineWriter.header(header)
        add(#"{"seq":0,"at":0.000000,"state":0"#)
        add(#"{"seq":1,"at":0.000001,"action":1"#)
        let place = bytes.count
        add(text)
        add(#"{"seq":3,"at":0.000003,"action":1"#)
        let journal = try Journal(bytes: bytes, name: "run.jsonl").sound(.strict)
        #expect(try journal.checksOnly && journal.index.actions == 3)
        let thrown = #expect(throws: JournalError.self) {
            try Journal(
                name: "run.jsonl", segments: [Segment(name: "run.jsonl", source: bytes)], parsesAll: true
            ).requireSound()
        }
        let error = try #require(thrown)
        guard case .damaged(let first, 1) = error else { throw error }
        #expect((first.file, first.line) == ("run.jsonl", 4) && first.byte >= place)
        #expect(throws: error) { try journal.check() }
        for step in [0, 1, 2] {
            var lines = try journal.lines(fromStep: step)
            #expect(throws: error) { while try lines.next() != nil {} }
        }
    }
}
