import TimelineDebugger
@testable import TimelineKit
@testable import TimelineReplay

/// Every byte of a journal is part of a line, torn or damaged. A repaired journal is sound, and repairing it again changes
/// nothing.
///
/// A record separator (0x1E) divides an input into the segments of a folder.
enum FuzzJournal: Fuzzer {
    private static let folder = SegmentFiles()

    static func test(_ bytes: [UInt8]) throws {
        let segments = bytes.split(separator: 0x1E, maxSplits: 2, omittingEmptySubsequences: false).map(Array.init)
        if segments.count > 1 {
            try folder.write(segments) { path in
                if let journal = try? Journal(opening: path) { try query(journal) }
                if let salvage = try? Salvage(of: path) { try repair(salvage) }
            }
        } else {
            try everyLineIsAccountedFor(bytes)
            let journal = try? Journal(bytes: bytes)
            if let journal { try query(journal) }
            guard let salvage = try? Salvage(bytes: bytes) else {
                return Fuzzing.require(
                    (try? journal?.index.snapshots) ?? 0 == 0, "a journal with a snapshot cannot be repaired")
            }
            try repair(salvage)
            if let journal { try nothingSoundIsDropped(bytes, journal, salvage) }
        }
    }

    private static func everyLineIsAccountedFor(_ bytes: [UInt8]) throws {
        var raw = RawLines(bytes, windowSize: 1 + bytes.count % 512)
        var reader = JournalReader(bytes, file: "fuzz")
        var joined: [UInt8] = []
        while let line = try raw.next() {
            Fuzzing.require(
                line.byte == joined.count, "line \(line.number) does not begin where the one before it ends")
            joined += line.bytes + (line.isTorn ? [] : [UInt8(ascii: "\n")])
            switch try reader.nextItem() {
            case .line(let read):
                Fuzzing.require(read.bytes == line.bytes, "the bytes of line \(line.number) differ")
                Fuzzing.require(
                    (read.number, read.byte) == (line.number, line.byte), "the place of line \(line.number) differs")
            case .damage(let damage, _) where damage.isOfEnd:
                Fuzzing.require(line.isTorn && damage.byte == line.byte, "line \(line.number) is reported as torn")
            case .damage(let damage, _):
                let places = line.byte...line.byte + line.bytes.count
                Fuzzing.require(
                    damage.line == line.number && places.contains(damage.byte), "\(damage) is outside its line")
            case .proved, nil: Fuzzing.require(false, "line \(line.number) is missing")
            }
        }
        if let more = try reader.nextItem() { Fuzzing.require(false, "one more line: \(more)") }
        Fuzzing.require(joined == bytes, "the lines are not the whole file")
    }

    /// Runs every kind of query on a journal, whatever its contents.
    private static func query(_ journal: Journal) throws {
        let index = try journal.index
        let sequence = index.checkpoints.map(\.seq)
        Fuzzing.require(index.first <= journal.end && journal.end <= index.last, "the ends are out of order")
        Fuzzing.require(sequence == sequence.sorted(), "checkpoints are out of order")
        for checkpoint in index.checkpoints.prefix(4) { _ = try journal.state(at: checkpoint) }
        for recovery in Recovery.allCases {
            do throws(JournalError) {
                try journal.requireSound(recovery)
                Fuzzing.require(index.damageCount == 0, "damage is accepted")
                Fuzzing.require(recovery != .strict || !index.isTorn, "strict accepts a torn line")
            } catch {
                Fuzzing.require(error.isForeignOrDamaged && !error.description.isEmpty, "\(error)")
            }
        }
        // Each position reads some of the journal, so one per input is enough.
        let positions = ["end", "0", "-1", "17", "@0s", "@2.5s", "@9e11s", "%before checkout"]
        let text = positions[journal.bytes % positions.count]
        guard let seq = try? Position(parsing: text).resolve(in: journal) else { return }
        if index.damageCount == 0 {
            Fuzzing.require((index.first...index.last).contains(seq), "\(text) is position \(seq)")
        }
        var lines = try journal.lines(fromStep: seq + 1)
        while try lines.next() != nil {}
    }

    private static func repair(_ salvage: Salvage) throws {
        let copy = try salvage.bytes()
        Fuzzing.require(copy.count == salvage.report.bytes, "the report has another number of bytes")
        let journal = try Journal(salvage)
        try journal.requireSound(.strict)
        try query(journal)
        let again = try Salvage(bytes: copy)
        Fuzzing.require(again.report.isWhole, "a repaired journal has damage: \(again.report.dropped)")
        Fuzzing.require(try again.bytes() == copy, "repairing again changes the journal")
        Fuzzing.require(salvage.report.last == journal.last, "the report has another last step")
        Fuzzing.require(salvage.report.first == journal.first, "the report has another first position")
        _ = salvage.report.unknowns
    }

    private static func nothingSoundIsDropped(_ bytes: [UInt8], _ journal: Journal, _ salvage: Salvage) throws {
        let index = try journal.index
        guard index.damageCount == 0, !index.checkpoints.isEmpty else { return }
        let copy = try salvage.bytes()
        Fuzzing.require(copy == bytes || index.isTorn && bytes.starts(with: copy), "a sound line is dropped")
    }
}

extension Salvage {
    /// The whole copy.
    fileprivate func bytes() throws -> [UInt8] { try source.read(at: 0, count: source.size()) }
}
