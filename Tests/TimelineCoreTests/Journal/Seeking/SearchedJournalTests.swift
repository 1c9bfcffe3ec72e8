import Foundation
import Testing
@testable import TimelineKit
@testable import TimelineReplay
import TimelineTestSupport

/// Compares a journal in which lines are found by search with the same journal read in full.
struct SearchedJournalTests {
    @Test(arguments: [1, 3]) func findsWhatAFullReadingFinds(segments: Int) throws {
        var random = Seed()
        let count = Harness.count(small: 2, full: 400)
        print("\(count) searched journals, \(random)")
        for _ in 0..<count {
            let size = Int.random(in: 2_000...Harness.count(small: 100_000, full: 300_000), using: &random)
            let drawn = DrawnJournal(size: size, segments: segments, &random)
            let whole = try Journal(name: "drawn", segments: drawn.opened()).sound()
            let stride = [96, 512, 4096].randomElement(using: &random) ?? 0
            let searched = try Journal(name: "drawn", segments: drawn.opened(), stride: stride)
            #expect(searched.header == whole.header)
            #expect((searched.first, searched.last, searched.end) == (whole.first, whole.last, whole.end))
            #expect(searched.lastAt == whole.lastAt)
            #expect(try searched.index.marks == whole.index.marks)
            let fresh = try Journal(name: "drawn", segments: drawn.opened(), stride: stride)
            let places = (0..<60).map { _ in Int.random(in: whole.first...whole.last, using: &random) }
            for seq in places + [whole.first, whole.last] {
                try expectSame(seq, fresh, whole)
                #expect(try fresh.sum(at: seq) == drawn.sums[seq], "step \(seq)")
            }
            #expect(!fresh.isRead)
        }
    }

    private func expectSame(_ seq: Int, _ searched: Journal, _ whole: Journal) throws {
        func plain(_ checkpoint: Checkpoint?) -> [String] {
            guard let checkpoint else { return [] }
            let place = checkpoint.place
            return ["\(checkpoint.seq) \(checkpoint.at) \(checkpoint.isSet) \(checkpoint.isLate)"]
                + ["\(place.segment) \(place.byte)"]
        }
        let before = try (searched.checkpoint(atOrBefore: seq), whole.checkpoint(atOrBefore: seq))
        #expect(plain(before.0) == plain(before.1), "at or before \(seq)")
        #expect(try plain(searched.checkpoint(after: seq)) == plain(whole.checkpoint(after: seq)), "after \(seq)")
        #expect(try plain(searched.snapshot(from: seq)) == plain(whole.snapshot(from: seq)), "from \(seq)")
        let at = try whole.moment(of: seq)
        #expect(try searched.moment(of: seq) == at, "moment of \(seq)")
        #expect(try searched.step(at: at) == whole.step(at: at), "at \(at)")
        if let place = before.0?.place {
            #expect(
                searched.lineNumber(at: place) == before.1.map { whole.lineNumber(at: $0.place) },
                "line of the state before \(seq)")
        }
    }

    @Test(arguments: [
        // In one segment: in a row, late, and after a state that was set.
        [["state 0 0", "add 1", "add 2", "state 2 3", "state 2 100", "add 3"]],
        [["state 0 0", "add 1", "add 2", "state 2 3", "add 3", "state 2 100", "add 4"]],
        [["state 0 0", "add 1", "set 2 3", "state 2 40", "state 2 50", "add 3", "state 2 100"]],
        [["state 0 0", "state 0 100", "add 1"]],
        // Across segments, some of them without a step.
        [["state 0 0", "add 1", "add 2", "state 2 3"], ["state 2 100", "add 3", "add 4"]],
        [["state 0 0", "add 1", "state 1 1", "state 1 7"], ["state 1 100"], ["state 1 200", "state 1 300", "add 2"]],
        [["state 0 0"], ["state 0 100"], ["state 0 200", "add 1"]],
        [["state 0 0", "add 1", "set 2 3"], ["state 2 100", "add 3"]],
        [["state 0 0", "add 1", "add 2"], ["state 2 100", "state 2 200", "add 3"]],
        // After a gap, and inside a gap.
        [["state 0 0", "add 1", "gap 2 4", "state 3 5", "set 5 9", "add 6"]],
        [["state 0 0", "gap 1 2", "state 2 3"], ["state 2 100", "add 3"]],
        [["state 0 0", "add 1", "gap 2 4", "state 4 7", "state 4 100", "add 5", "state 5 9"]],
        [["state 0 0", "add 1"], ["state 1 100", "set 2 9", "gap 3 6", "state 6 7", "add 7"]],
    ]) func theFirstSnapshotOfAStepCounts(segments: [[String]]) throws {
        let (searched, whole) = try both(segments)
        try whole.requireSound()
        for seq in whole.first...whole.last {
            try expectSame(seq, searched, whole)
            #expect(try searched.sum(at: seq) == whole.sum(at: seq), "step \(seq)")
            // With an empty cache.
            try expectSame(seq, both(segments).searched, whole)
        }
        #expect(!searched.isRead)
    }

    @Test(arguments: [
        (3, [["state 0 0 @0", "add 1 @1", "add 2 @2", "state 2 3 @2", "add 3 @1.5", "add 4 @3"]]),
        (1, [["state 0 0 @2", "add 1 @1", "add 2 @2", "add 3 @3", "add 4 @4"]]),
        (4, [["state 0 0 @0", "add 1 @1", "gap 2 3 @2", "state 3 6 @2", "add 4 @1.5", "add 5 @4"]]),
        (3, [["state 0 0 @0", "add 1 @1", "set 2 3 @2", "add 3 @1.5", "add 4 @4"]]),
        (3, [["state 0 0 @0", "add 1 @1", "add 2 @2"], ["state 2 3 @1", "add 3 @1.5", "add 4 @4"]]),
        (
            3,
            [["state 0 0 @0", "add 1 @1", "add 2 @2"], ["state 2 3 @1"], ["state 2 3 @1", "add 3 @1.5", "add 4 @4"]]
        ),
        (
            3,
            [["state 0 0 @0", "add 1 @1", "gap 2 2 @2", "state 2 3 @1"], ["state 2 3 @1", "add 3 @1.5", "add 4 @4"]]
        ),
        // A step is missing, or the state after a gap is unknown.
        (4, [["state 0 0 @0", "add 1 @1", "add 2 @2", "state 2 3 @2", "add 4 @4", "add 5 @5"]]),
        (3, [["state 0 0 @0", "gap 1 2 @2", "add 3 @3", "add 4 @4"]]),
    ]) func damageIsFoundAsByAFullReading(damaged: Int, segments: [[String]]) throws {
        let (_, whole) = try both(segments)
        let expected = try #require(throws: JournalError.self) { try whole.requireSound() }
        for seq in whole.first + 1...4 {
            do {
                let sum = try both(segments).searched.sum(at: seq)
                // A state before the damage is right; one in a gap is unknown.
                #expect(sum == nil || seq < damaged && sum == seq * (seq + 1) / 2, "step \(seq)")
            } catch { #expect(error as? JournalError == expected, "step \(seq)") }
            guard seq <= damaged else { continue }
            #expect(throws: expected, "from step \(seq)") {
                var lines = try both(segments).searched.lines(fromStep: seq)
                while try lines.next() != nil {}
            }
        }
    }

    /// A snapshot should have the time of the step that it follows, but this is not checked.
    @Test func aSegmentWhoseFirstSnapshotHasALateTimeKeepsAllSteps() throws {
        for segments in [
            [["state 0 0 @0", "add 1 @1", "add 2 @2", "state 2 3 @9"], ["state 2 3 @9", "add 3 @3", "add 4 @4"]],
            [["state 0 0 @0", "add 1 @1", "gap 2 2 @2"], ["state 2 3 @2", "add 3 @3", "add 4 @4"]],
            [["state 0 0 @0"], ["state 0 0 @9", "add 1 @3", "add 2 @4", "add 3 @4", "add 4 @4"]],
        ] {
            let (searched, whole) = try both(segments)
            try whole.requireSound()
            for seq in 0...4 {
                let sum = try whole.sum(at: seq)
                #expect(sum == seq * (seq + 1) / 2 || sum == nil && segments[0].last == "gap 2 2 @2", "step \(seq)")
                #expect(try searched.sum(at: seq) == sum, "step \(seq)")
            }
            for at in [0, 0.5, 1, 2.5, 3, 5, 9, 10].map({ Moment(microseconds: Int64($0 * 1_000_000)) }) {
                #expect(try searched.step(at: at) == whole.step(at: at), "at \(at)")
            }
        }
    }

    /// The steps of a gap have no times, so a position never resolves to them.
    @Test func theStepAtATimeIsBeforeTheGapsOfThatTime() throws {
        let (searched, whole) = try both([
            [
                "state 0 0 @0", "add 1 @1", "gap 2 400 @2", "state 400 7 @2", "gap 401 700 @2", "state 700 8 @2",
                "add 701 @3",
            ]
        ])
        try whole.requireSound()
        for (at, step) in [(0, 0), (1, 1), (2, 1), (3, 701)] {
            #expect(try whole.step(at: Moment(microseconds: Int64(at) * 1_000_000)) == step, "at \(at)")
            #expect(try searched.step(at: Moment(microseconds: Int64(at) * 1_000_000)) == step, "at \(at)")
        }
    }

    /// A journal of these lines: `state 2 3` is a snapshot of step 2, and `@1.5` its time.
    private func both(_ segments: [[String]]) throws -> (searched: Journal, whole: Journal) {
        let opened = try segments.enumerated().map { number, lines in
            let header = Header(
                session: "0c8b", program: "sum", version: "1", started: "2026-11-21T04:31:05Z", segment: number + 1,
                platform: .null)
            let bytes = LineWriter.header(header) + lines.flatMap(Self.line)
            return try Segment(name: "run-\(number + 1)", source: bytes)
        }
        let searched = try Journal(name: "run", segments: opened, stride: 4096)
        return (searched, try Journal(name: "run", segments: opened))
    }

    private static func line(_ words: String) -> [UInt8] {
        let words = words.split(separator: " ").map(String.init)
        let seconds = words.last.flatMap { $0.hasPrefix("@") ? Double($0.dropFirst()) : nil } ?? 0
        let at = Moment(microseconds: Int64(seconds * 1_000_000))
        let seq = Int(words[1]) ?? 0
        switch words[0] {
        case "state":
            return LineWriter.line(.snapshot(Snapshot(seq: seq, at: at, state: JSONText(unchecked: words[2].utf8))))
        case "gap": return LineWriter.line(.gap(Gap(seq: seq, at: at, through: Int(words[2]) ?? 0, why: "a test")))
        case "set":
            let state = JSONText(unchecked: words[2].utf8)
            return LineWriter.step(Step(seq: seq, at: at, change: .set(state, by: "test")))
        default:
            let action = JSONText(unchecked: words[1].utf8)
            return LineWriter.step(Step(seq: seq, at: at, change: .action(action), from: "user"))
        }
    }

    /// A flip is found, or the query does not read it.
    @Test func noStateThatAFlippedBitMadeIsReturned() throws {
        var random = Seed()
        print("flips in a searched journal, \(random)")
        let drawn = DrawnJournal(size: 60_000, segments: 1, &random)
        for _ in 0..<Harness.count(small: 100, full: 100_000) {
            var bytes = drawn.segments[0]
            let place = Int.random(in: 0..<bytes.count, using: &random)
            bytes[place] ^= 1 << Int.random(in: 0..<8, using: &random)
            let segment = try Segment(name: "flipped", source: bytes)
            guard let searched = try? Journal(name: "flipped", segments: [segment], stride: 4096) else { continue }
            let seq = Int.random(
                in: searched.first...max(searched.first, min(searched.last, drawn.sums.count - 1)), using: &random)
            do {
                let sum = try searched.sum(at: seq)
                #expect(sum == drawn.sums[seq] || sum == nil, "step \(seq), a flip in byte \(place)")
            } catch JournalError.damaged {
            } catch { Issue.record("step \(seq), a flip in byte \(place): \(error)") }
        }
    }

    @Test func doesNotOpenFoldersWithPackedOrUnbegunSegments() throws {
        var random = Seed()
        let drawn = DrawnJournal(size: 60_000, segments: 3, &random)
        let folder = TemporaryFolder()
        for (number, bytes) in drawn.segments.enumerated() {
            try folder.write(bytes, to: "run-00000\(number + 1).jsonl")
        }
        #expect(Journal.searched(folder.path, from: 1) != nil)
        var begun = drawn.segments[2]
        let snapshot = try #require(begun.firstIndex(of: UInt8(ascii: "\n"))) + 40
        begun.replaceSubrange(snapshot..<snapshot + 2, with: [0, 0])
        try folder.write(begun, to: "run-000003.jsonl")
        #expect(Journal.searched(folder.path, from: 1) == nil)
        try FileManager.default.removeItem(atPath: folder.file("run-000003.jsonl"))
        #expect(Journal.searched(folder.path, from: 1) != nil)
        try folder.write([0x1F, 0x8B], to: "run-000003.jsonl.gz")
        #expect(Journal.searched(folder.path, from: 1) == nil)
    }

    @Test func doesNotOpenShortTornOrUnusualJournals() throws {
        let bytes = CheckedJournal.bytes
        let folder = TemporaryFolder()
        func isSearched(_ bytes: [UInt8], from size: Int = 1) throws -> Bool {
            let path = folder.file("run.jsonl")
            try folder.write(bytes, to: "run.jsonl")
            return Journal.searched(path, from: size) != nil
        }
        #expect(try isSearched(bytes))
        #expect(try !isSearched(bytes, from: bytes.count + 1))
        #expect(try !isSearched(bytes.dropLast()))
        #expect(try !isSearched(Array("{\"timeline\":1}\n".utf8)))
        #expect(try !isSearched([]))
        #expect(Journal.searched(folder.file("none.jsonl"), from: 1) == nil)
        #expect(Journal.searched("-", from: 1) == nil)
    }
}
