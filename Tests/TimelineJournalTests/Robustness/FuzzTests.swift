import Foundation
import TestHarness
import TestSupport
import TimelineDebugger
import TimelineJSON
import Testing

@testable import TimelineJournal
import TimelineSystem

/// Journals with random changes. Set `TIMELINE_SEED` to run a seed that failed again, and `TIMELINE_FUZZ_ROUNDS` to
/// search longer.
struct FuzzTests {
    @Test func hostileJournalsAreReadWithoutATrap() throws {
        let seed = Harness.seed
        let rounds = Harness.count(small: 1500, full: 200_000)
        print("hostile journals: \(rounds), TIMELINE_SEED=\(seed)")
        var random = Seed(seed)
        let seeds = try [
            "minimal.jsonl", "full.jsonl", "odd.jsonl", "Segments/counter-000001.jsonl",
            "Segments/counter-000002.jsonl",
            "Broken/torn.jsonl", "Broken/requires.jsonl",
        ].map(Fixture.bytes)
        for round in 0..<rounds {
            var bytes = seeds.randomElement(using: &random)!
            // Without checksums, more changes get past the checksum.
            if Bool.random(using: &random) {
                bytes = Array(bytes.text.replacing(/,"crc":"[0-9a-f]*"/, with: "").utf8)
            }
            for _ in 0..<Int.random(in: 1...6, using: &random) { mutate(&bytes, &random) }
            try exercise(bytes, "seed \(seed), round \(round)")
        }
    }

    private static let tokens = [
        "9223372036854775807", "9007199254740992", "-1", "0", "1e999999999999", "1e-5", "null", "\"\"", "{}", "[[", "}",
        "\n", "\n\n", "\r\n", ",", "\u{0}", "\"seq\":", "\"timeline\":1", "\"end\":{\"actions\":0,\"snapshots\":0}",
        "\"state\":1",
        "\"gap\":{\"through\":9007199254740992,\"why\":\"\"}",
        "\"bundle\":{\"states\":0,\"last\":{\"seq\":0,\"reduced\":false}}",
        "{\"seq\":9007199254740992,\"at\":9e11,\"set\":0}\n", "{\"seq\":0,\"at\":0,\"state\":0}\n", "\\ud800", "é",
    ].map { Array($0.utf8) }

    private func mutate(_ bytes: inout [UInt8], _ random: inout Seed) {
        func place() -> Int { Int.random(in: 0...bytes.count, using: &random) }
        func range(_ length: Int) -> Range<Int> {
            let start = place()
            return start..<min(bytes.count, start + Int.random(in: 0...length, using: &random))
        }
        switch Int.random(in: 0..<7, using: &random) {
        case 0:
            if !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
            }
        case 1: bytes.removeSubrange(range(200))
        case 2: bytes.insert(contentsOf: Array(bytes[range(300)]), at: place())
        case 3: bytes.insert(contentsOf: Self.tokens.randomElement(using: &random)!, at: place())
        case 4: bytes.replaceSubrange(range(20), with: Self.tokens.randomElement(using: &random)!)
        case 5: replaceNumber(in: &bytes, &random)
        default: moveLine(in: &bytes, &random)
        }
    }

    /// Replaces a number somewhere by another.
    private func replaceNumber(in bytes: inout [UInt8], _ random: inout Seed) {
        let isDigit = { (byte: UInt8) in byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }
        guard let start = bytes.indices.filter({ isDigit(bytes[$0]) }).randomElement(using: &random) else { return }
        let end = bytes[start...].firstIndex { !isDigit($0) } ?? bytes.count
        let number = [
            "0", "1", "2", "3", "5", "17", "9007199254740991", "9007199254740992", "9223372036854775807", "1e0",
        ]
        bytes.replaceSubrange(start..<end, with: Array(number.randomElement(using: &random)!.utf8))
    }

    private func moveLine(in bytes: inout [UInt8], _ random: inout Seed) {
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map(Array.init)
        let line = lines.remove(at: Int.random(in: lines.indices, using: &random))
        if Bool.random(using: &random) { lines.insert(line, at: Int.random(in: 0...lines.count, using: &random)) }
        lines.insert(line, at: Int.random(in: 0...lines.count, using: &random))
        bytes = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }

    /// A repaired journal is sound, and repairing it again changes nothing.
    private func salvage(_ bytes: [UInt8], _ place: String) throws {
        guard let salvage = try? Salvage(bytes: bytes) else { return }
        let copy = try salvage.source.read(at: 0, count: .max >> 1)
        #expect(throws: Never.self, "\(place)") { try Journal(bytes: copy).requireSound(.strict) }
        let again = try Salvage(bytes: copy)
        #expect(again.report.isWhole, "\(place): \(again.report.dropped)")
        #expect(try again.source.read(at: 0, count: .max >> 1) == copy, "\(place)")
        if let journal = try? Journal(bytes: bytes), journal.index.damageCount == 0, !journal.index.checkpoints.isEmpty
        {
            #expect(copy == bytes || journal.index.isTorn && bytes.starts(with: copy), "\(place)")
        }
    }

    /// Runs every kind of query, and compares the results.
    private func exercise(_ bytes: [UInt8], _ place: String) throws {
        // Every byte is in exactly one line, and every line is sound, torn or damaged.
        let window = 1 + bytes.count % 64
        var raw = RawLines(bytes, windowSize: window)
        var reader = JournalReader(bytes, file: "fuzz")
        var put: [UInt8] = []
        while let line = try raw.next() {
            #expect(line.byte == put.count, "\(place)")
            put += line.bytes + (line.isTorn ? [] : [UInt8(ascii: "\n")])
            switch try reader.nextItem() {
            case .line(let read):
                #expect(read.bytes == line.bytes && read.number == line.number && read.byte == line.byte, "\(place)")
            case .damage(let damage, _):
                let isInLine = (line.byte...line.byte + line.bytes.count).contains(damage.byte)
                #expect(damage.line == line.number && isInLine, "\(place)")
            case .torn(let damage), .cut(let damage): #expect(line.isTorn && damage.byte == line.byte, "\(place)")
            case nil: Issue.record("a line is missing: \(place)")
            }
        }
        #expect(try reader.nextItem()?.facts == nil, "\(place)")
        #expect(put == bytes, "\(place)")

        try salvage(bytes, place)
        guard let journal = try? Journal(bytes: bytes, name: "fuzz") else { return }
        let index = journal.index
        #expect(index.first <= journal.end && journal.end <= index.last, "\(place)")
        #expect(index.checkpoints.map(\.seq) == index.checkpoints.map(\.seq).sorted(), "\(place)")
        for checkpoint in index.checkpoints {
            #expect(throws: Never.self, "\(place)") { try journal.state(at: checkpoint) }
        }
        for text in ["end", "0", "-1", "17", "@0s", "@2.5s", "@9e11s", "%before checkout"] {
            let position = try Position(parsing: text)
            guard let seq = try? position.resolve(in: journal) else { continue }
            if index.damageCount == 0 { #expect((index.first...index.last).contains(seq), "\(text), \(place)") }
            var lines = journal.lines(fromStep: seq + 1)
            while try lines.next() != nil {}
        }
    }
}
