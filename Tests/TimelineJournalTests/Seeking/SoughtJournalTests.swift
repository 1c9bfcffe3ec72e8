import Foundation
import TestHarness
import Testing
import TimelineJSON

@testable import TimelineJournal

/// A journal in which places are found by search, beside the same journal read from its start.
struct SoughtJournalTests {
    @Test(arguments: [1, 3]) func findsWhatAFullReadingFinds(segments: Int) throws {
        var random = Seed()
        for _ in 0..<Harness.count(small: 2, full: 400) {
            print("sought journal, \(random)")
            let drawn = DrawnJournal(size: Int.random(in: 2_000...300_000, using: &random), segments: segments, &random)
            let whole = try Journal(name: "drawn", segments: drawn.opened(), progress: { _, _ in })
            try whole.requireSound()
            let sought = try SoughtJournal(name: "drawn", segments: drawn.opened())
            #expect(sought.header == whole.header)
            #expect((sought.first, sought.last, sought.end) == (whole.first, whole.last, whole.end))
            #expect(sought.lastAt == whole.lastAt)
            #expect(try sought.marks() == whole.marks())
            let searched = try SoughtJournal(name: "drawn", segments: drawn.opened())
            let places = (0..<60).map { _ in Int.random(in: whole.first...whole.last, using: &random) }
            for seq in places + [whole.first, whole.last] {
                try expectSame(seq, searched, whole)
                #expect(try searched.sum(at: seq) == drawn.sums[seq], "step \(seq)")
            }
            #expect(!searched.hasReadAll)
        }
    }

    private func expectSame(_ seq: Int, _ sought: SoughtJournal, _ whole: Journal) throws {
        func plain(_ checkpoint: Checkpoint?) -> [String] {
            guard let checkpoint else { return [] }
            let place = checkpoint.place
            return ["\(checkpoint.seq) \(checkpoint.at) \(checkpoint.isSet) \(checkpoint.isLate)"]
                + ["\(place.segment) \(place.byte)"]
        }
        // Where a segment begins with the snapshot that the one before it ended with, either may be found.
        func state(_ checkpoint: Checkpoint?, _ journal: any ReplayableJournal) throws -> [UInt8]? {
            try checkpoint.map { try journal.state(at: $0).bytes }
        }
        let before = try (sought.checkpoint(atOrBefore: seq), whole.checkpoint(atOrBefore: seq))
        #expect(before.0?.seq == before.1?.seq, "at or before \(seq)")
        #expect(try state(before.0, sought) == state(before.1, whole), "at or before \(seq)")
        #expect(try plain(sought.checkpoint(after: seq)) == plain(whole.checkpoint(after: seq)), "after \(seq)")
        #expect(try plain(sought.snapshot(from: seq)) == plain(whole.snapshot(from: seq)), "from \(seq)")
        let at = try whole.moment(of: seq)
        #expect(try sought.moment(of: seq) == at, "moment of \(seq)")
        #expect(try sought.step(at: at) == whole.step(at: at), "at \(at)")
        if let place = before.0?.place, place.segment == before.1?.place.segment, place.byte == before.1?.place.byte {
            #expect(sought.lineNumber(at: place) == before.1?.place.line, "line of the state before \(seq)")
        }
    }

    /// A flip is found, or nothing that is asked leads past it.
    @Test func tellsNoStateThatAFlippedBitMade() throws {
        var random = Seed()
        print("flips in a sought journal, \(random)")
        let drawn = DrawnJournal(size: 60_000, segments: 1, &random)
        for _ in 0..<Harness.count(small: 100, full: 100_000) {
            var bytes = drawn.segments[0]
            let place = Int.random(in: 0..<bytes.count, using: &random)
            bytes[place] ^= 1 << Int.random(in: 0..<8, using: &random)
            guard let sought = try? SoughtJournal(name: "flipped", segments: [Segment(name: "flipped", source: bytes)])
            else { continue }
            let seq = Int.random(
                in: sought.first...max(sought.first, min(sought.last, drawn.sums.count - 1)), using: &random)
            do throws(JournalError) {
                let sum = try sought.answer(at: seq)
                #expect(sum == drawn.sums[seq] || sum == nil, "step \(seq), a flip in byte \(place)")
            } catch {
                guard case .damaged = error else {
                    Issue.record("step \(seq), a flip in byte \(place): \(error)")
                    continue
                }
            }
        }
    }

    @Test func tellsDamageThatItComesByAsAFullReadingDoes() throws {
        var bytes = CheckedJournal.bytes
        let line = try #require(String(decoding: bytes, as: UTF8.self).firstRange(of: #""action":305"#))
        let text = String(decoding: bytes, as: UTF8.self)
        let place = text.utf8.distance(from: text.startIndex, to: line.upperBound) - 1
        bytes[place] = UInt8(ascii: "1")
        let sought = try SoughtJournal(name: "run.jsonl", segments: [Segment(name: "run.jsonl", source: bytes)])
        let whole = try Journal(bytes: bytes, name: "run.jsonl")
        let expected = try #require(throws: JournalError.self) { try whole.requireSound() }
        let found = #expect(throws: JournalError.self) { try sought.sum(at: 310) }
        #expect(found == expected)
        // Elsewhere nobody looks at it.
        let elsewhere = try SoughtJournal(name: "run.jsonl", segments: [Segment(name: "run.jsonl", source: bytes)])
        #expect(try elsewhere.sum(at: 250) == CheckedJournal.sum(250))
    }

    @Test func isNotForFoldersThatHoldPackedSegmentsOrOneThatWasNotBegun() throws {
        var random = Seed()
        let drawn = DrawnJournal(size: 60_000, segments: 3, &random)
        let folder = try Scratch()
        for (number, bytes) in drawn.segments.enumerated() {
            try folder.write(bytes, to: "run-00000\(number + 1).jsonl")
        }
        #expect(SoughtJournal.open(folder.path, from: 1) != nil)
        var begun = drawn.segments[2]
        let snapshot = try #require(begun.firstIndex(of: UInt8(ascii: "\n"))) + 40
        begun.replaceSubrange(snapshot..<snapshot + 2, with: [0, 0])
        try folder.write(begun, to: "run-000003.jsonl")
        #expect(SoughtJournal.open(folder.path, from: 1) == nil)
        try FileManager.default.removeItem(atPath: folder.file("run-000003.jsonl"))
        #expect(SoughtJournal.open(folder.path, from: 1) != nil)
        try folder.write([0x1F, 0x8B], to: "run-000003.jsonl.gz")
        #expect(SoughtJournal.open(folder.path, from: 1) == nil)
    }

    @Test func isNotForShortTornOrUnusualJournals() throws {
        let bytes = CheckedJournal.bytes
        let folder = try Scratch()
        func isSought(_ bytes: [UInt8], from size: Int = 1) throws -> Bool {
            let path = folder.file("run.jsonl")
            try folder.write(bytes, to: "run.jsonl")
            return SoughtJournal.open(path, from: size) != nil
        }
        #expect(try isSought(bytes))
        #expect(try !isSought(bytes, from: bytes.count + 1))
        #expect(try !isSought(bytes.dropLast()))
        #expect(try !isSought(Array("{\"timeline\":1}\n".utf8)))
        #expect(try !isSought([]))
        #expect(SoughtJournal.open(folder.file("none.jsonl"), from: 1) == nil)
        #expect(SoughtJournal.open("-", from: 1) == nil)
    }
}

extension SoughtJournal {
    fileprivate func answer(at seq: Int) throws(JournalError) -> Int? {
        do { return try sum(at: seq) } catch let error as JournalError { throw error } catch {
            preconditionFailure("\(error)")
        }
    }
}
