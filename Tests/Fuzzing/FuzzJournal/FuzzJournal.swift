import Fuzzing

import TimelineDebugger
@testable import TimelineJournal
import TimelineSystem

/// Every byte of a journal is read, torn or damage; what is repaired is sound, and stays as it is.
///
/// A record separator (0x1E), which no line holds, divides an input into the segments of a folder.
@main struct FuzzJournal {
    static func main() {
        let folder = SegmentFiles()
        Fuzzing.run { bytes in
            let segments = bytes.split(separator: 0x1E, maxSplits: 2, omittingEmptySubsequences: false).map(Array.init)
            if segments.count > 1 {
                try folder.hold(segments) { path in
                    if let journal = try? Journal(opening: path) { try ask(journal) }
                    if let salvage = try? Salvage(of: path) { try repair(salvage) }
                }
            } else {
                try everyLineIsAccountedFor(bytes)
                let journal = try? Journal(bytes: bytes)
                if let journal { try ask(journal) }
                guard let salvage = try? Salvage(bytes: bytes) else {
                    return Fuzzing.require(journal?.index.snapshots ?? 0 == 0, "what has a snapshot can be saved")
                }
                try repair(salvage)
                if let journal { try nothingSoundIsLost(bytes, journal, salvage) }
            }
        }
    }

    private static func everyLineIsAccountedFor(_ bytes: [UInt8]) throws {
        var raw = RawLines(bytes, windowSize: 1 + bytes.count % 512)
        var reader = JournalReader(bytes, file: "fuzz")
        var put: [UInt8] = []
        while let line = try raw.next() {
            Fuzzing.require(line.byte == put.count, "line \(line.number) begins where the one before it ends")
            put += line.bytes + (line.isTorn ? [] : [UInt8(ascii: "\n")])
            switch try reader.nextItem() {
            case .line(let read):
                Fuzzing.require(read.bytes == line.bytes, "the bytes of line \(line.number)")
                Fuzzing.require((read.number, read.byte) == (line.number, line.byte), "the place of \(line.number)")
            case .damage(let damage, _):
                let places = line.byte...line.byte + line.bytes.count
                Fuzzing.require(damage.line == line.number && places.contains(damage.byte), "\(damage) is in its line")
            case .torn(let damage), .cut(let damage):
                Fuzzing.require(line.isTorn && damage.byte == line.byte, "line \(line.number) is torn")
            case nil: Fuzzing.require(false, "line \(line.number) is missing")
            }
        }
        if let more = try reader.nextItem() { Fuzzing.require(false, "one more line: \(more)") }
        Fuzzing.require(put == bytes, "the lines are the whole file")
    }

    /// All that can be asked of a journal, whatever stands in it.
    private static func ask(_ journal: Journal) throws {
        let index = journal.index
        let sequence = index.checkpoints.map(\.seq)
        Fuzzing.require(index.first <= journal.end && journal.end <= index.last, "the ends are in order")
        Fuzzing.require(sequence == sequence.sorted(), "checkpoints are in order")
        for checkpoint in index.checkpoints.prefix(4) { _ = try journal.state(at: checkpoint) }
        for recovery in Recovery.allCases {
            do throws(JournalError) {
                try journal.requireSound(recovery)
                Fuzzing.require(index.damageCount == 0, "what is damaged is not sound")
                Fuzzing.require(recovery != .strict || !index.isTorn, "what is torn is not sound to the strict")
            } catch {
                Fuzzing.require(error.isForeignOrDamaged && !error.description.isEmpty, "\(error)")
            }
        }
        // Each reads some of the journal: one for an input is enough.
        let positions = ["end", "0", "-1", "17", "@0s", "@2.5s", "@9e11s", "%before checkout"]
        let text = positions[journal.bytes % positions.count]
        guard let seq = try? Position(parsing: text).resolve(in: journal) else { return }
        if index.damageCount == 0 {
            Fuzzing.require((index.first...index.last).contains(seq), "\(text) is position \(seq)")
        }
        var lines = journal.lines(fromStep: seq + 1)
        while try lines.next() != nil {}
    }

    private static func repair(_ salvage: Salvage) throws {
        let copy = try salvage.bytes()
        Fuzzing.require(copy.count == salvage.report.bytes, "the report counts the bytes")
        let journal = try Journal(salvage)
        try journal.requireSound(.strict)
        try ask(journal)
        let again = try Salvage(bytes: copy)
        Fuzzing.require(again.report.isWhole, "a repaired journal is whole: \(again.report.dropped)")
        Fuzzing.require(try again.bytes() == copy, "repairing again changes nothing")
        Fuzzing.require(salvage.report.last == journal.index.last, "the report knows the last step")
        Fuzzing.require(salvage.report.first == journal.index.first, "the report knows the first position")
        _ = salvage.report.unknowns
    }

    private static func nothingSoundIsLost(_ bytes: [UInt8], _ journal: Journal, _ salvage: Salvage) throws {
        guard journal.index.damageCount == 0, !journal.index.checkpoints.isEmpty else { return }
        let copy = try salvage.bytes()
        Fuzzing.require(copy == bytes || journal.index.isTorn && bytes.starts(with: copy), "nothing sound is left out")
    }
}

extension Salvage {
    /// The whole copy.
    fileprivate func bytes() throws -> [UInt8] { try source.read(at: 0, count: source.size()) }
}
