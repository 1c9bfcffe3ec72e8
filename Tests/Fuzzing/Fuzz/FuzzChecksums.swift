@testable import TimelineKit
@testable import TimelineReplay

/// Opening a journal by its checksums finds what parsing all of it finds, but for lines that are not valid and have the right
/// checksum. Such lines are found by a reader of the line, and by a check.
///
/// Each line of an input gets the right checksum, unless it begins with `!`.
enum FuzzChecksums: Fuzzer {
    /// Decodes any value, and nothing of it.
    private struct Anything: Decodable { init(from decoder: any Decoder) {} }

    static func test(_ bytes: [UInt8]) throws {
        var journal = Array(
            #"{"timeline":1,"session":"s","program":"p","version":"1","started":"2026-11-21T04:31:05Z","segment":1,"#
                .utf8)
        journal += signed(Array(#""platform":{},"checksums":"crc32c""#.utf8), after: journal)
        // Whether a line has the right checksum and is not valid.
        var isHostile = false
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            let line = line.first == UInt8(ascii: "!") ? Array(line.dropFirst()) : signed(Array(line))
            if try !everyUseOfALineAgrees(line) { isHostile = true }
            journal += line + [UInt8(ascii: "\n")]
        }
        try openingAgrees(journal, isHostile: isHostile)
    }

    /// Appends the right checksum to a line without its closing brace.
    private static func signed(_ line: [UInt8], after beginning: [UInt8] = []) -> [UInt8] {
        let end = beginning.isEmpty ? "}" : "}\n"
        return line + Array(#","crc":"\#(Checksum.text(Checksum.of(beginning + line)))"\#(end)"#.utf8)
    }

    /// - Returns: False if the line passes for a recorded one and does not parse.
    private static func everyUseOfALineAgrees(_ line: [UInt8]) throws -> Bool {
        let parsed = try? LineParser.parse(line)
        let recorded = line.withUnsafeBufferPointer { LineOutline(ofRecorded: $0) }
        if let recorded, let parsed {
            Fuzzing.require(LineOutline(recorded.kind, recorded.seq, recorded.at) == parsed.outline, "another outline")
        }
        if recorded != nil {
            Fuzzing.require(line.withUnsafeBufferPointer(LineParser.hasRightChecksum), "the checksum")
        }
        // What replay makes of a line with an action or a state: a value, and the end of the line. It parses all other lines.
        let isWhole = line.withUnsafeBufferPointer { line in
            guard let outline = LineOutline(beginning: line), [.action, .set, .snapshot].contains(outline.kind) else {
                return false
            }
            let value = UnsafeBufferPointer(rebasing: line[outline.valueOffset...])
            return withUnsafeTemporaryAllocation(of: Anything.self, capacity: 1) { memory in
                guard let count = JSONCoding.decode(beginningOf: value, into: memory.baseAddress!) else { return false }
                return LineOutline.isEnd(UnsafeBufferPointer(rebasing: value[count...]))
            }
        }
        Fuzzing.require(!isWhole || recorded == nil || parsed != nil, "replay would use a line that does not parse")
        return recorded == nil || parsed != nil
    }

    private static func openingAgrees(_ bytes: [UInt8], isHostile: Bool) throws {
        let segments = [try Segment(name: "fuzz", source: bytes)]
        guard let scanned = try? Journal(name: "fuzz", segments: segments, countsActions: true) else { return }
        guard let parsed = try? Journal(name: "fuzz", segments: segments, parsesAll: true, countsActions: true) else {
            return Fuzzing.require(false, "parsing fails where opening does not")
        }
        let (found, all) = try (scanned.index, parsed.index)
        let hidden = all.damageCount > 0 && found.damageCount == 0
        Fuzzing.require(isHostile || "\(found)" == "\(all)", "another index:\n\(found)\n\(all)")
        if all.damageCount == 0 { Fuzzing.require(found.damageCount == 0, "damage that is none") }
        do throws(JournalError) {
            try scanned.check()
            Fuzzing.require(!hidden, "a check finds nothing")
        } catch {
            Fuzzing.require(all.damageCount > 0, "a check finds \(error)")
        }
        guard found.damageCount == 0 else { return }
        do throws(JournalError) {
            var lines = scanned.lines()
            while try lines.next() != nil {}
            Fuzzing.require(!hidden, "a reader finds nothing")
        } catch {
            guard case .damaged = error else { return Fuzzing.require(false, "a reader finds \(error)") }
        }
    }
}
